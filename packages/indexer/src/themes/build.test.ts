import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normalize, row } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { themeShares } from '../analytics/shares.js'
import { typicalOf } from '../analytics/typical.js'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { DocumentRecord, ThemeStore } from '../store/store.js'
import { openThemer } from './assignment.js'
import { buildThemes, type BuildThemesOptions } from './build.js'
import { countSeeds, parseThemeSeed } from './seeds.js'
import { readEdits } from './stored-edits.js'
import { changeTheme, lostEdits, mergeThemes, resetThemes } from './editing.js'
import { listThemes, showTheme, type ListedTheme, type ThemeList } from './list.js'
import { listText } from '../terminal/themes-text.js'

const DIMS = 48
const encoder = { fingerprints: { static: 's'.repeat(64) }, dims: { static: DIMS }, representation: 'static' as const }

/** Sentences of one subject: vectors around its direction, and a word of its own in each. Subjects of one family are alike. */
function documentOn(subject: string, number = 1, sentences = 24): DocumentRecord {
  const [family] = subject.split('-')
  const directions = [family, subject].map((name) => {
    const random = createRandom(name)
    return Float32Array.from({ length: DIMS }, () => random.normal())
  })
  const random = createRandom(`${subject} ${number}`)
  const vectors = zeroVectors(sentences, DIMS)
  for (let i = 0; i < sentences; i++) {
    const to = row(vectors, i)
    for (let d = 0; d < DIMS; d++) to[d] = directions[0][d] + directions[1][d] + 0.8 * random.normal()
    normalize(to)
  }
  const document = `${subject}/${number}.md`
  return {
    document,
    hash: `${document} ${sentences}`,
    source: document,
    vectors,
    sentences: Array.from({ length: sentences }, (_, position) => ({
      id: `${subject}-${number}-${position}`,
      document,
      title: subject,
      path: [],
      position,
      paragraph: 0,
      text: `Some ${subject.replace('-', '')} ${['lies', 'stands', 'goes', 'comes'][position % 4]} here ${position}.`,
      fields: {}
    }))
  }
}

const root = await mkdtemp(join(tmpdir(), 'leitmotif-themes-'))
afterAll(() => rm(root, { recursive: true, force: true }))

let store: ThemeStore
let number = 0
afterEach(() => store.close())

async function collectionOf(...subjects: string[]): Promise<void> {
  store = await openEmbeddedStore(join(root, `shelf ${number++}`), { access: 'write', encoder })
  await store.write(subjects.flatMap((subject) => [documentOn(subject, 1), documentOn(subject, 2)]))
}

/** The one theme that most sentences of a subject have. */
function themeOn(list: ThemeList, subject: string): ListedTheme {
  const theme = list.themes.find(({ label }) => label.includes(subject.replace('-', '')))
  if (theme === undefined) throw new Error(`${subject}: none of ${list.themes.map(({ label }) => label).join('; ')}`)
  return theme
}

const ids = (list: ThemeList): string[] => list.themes.map(({ id }) => id).sort()

describe('Words that name no theme', () => {
  it('are kept with the collection through later builds, replaced by others, and forgotten', async () => {
    await collectionOf('bees', 'bread')
    const termsOf = async (options: BuildThemesOptions): Promise<readonly string[]> => {
      await buildThemes(store, { count: 2, ...options })
      return (await listThemes(store)).themes.flatMap(({ terms }) => terms.map(({ term }) => term))
    }
    expect(await termsOf({})).toContain('bees')
    expect(await termsOf({ ignore: ['Bees'] })).not.toContain('bees')
    // Another build names no words, and the collection has grown.
    await store.write([documentOn('bees', 3)])
    const terms = await termsOf({})
    expect(terms).not.toContain('bees')
    expect(terms).toContain('bread')
    const replaced = await termsOf({ ignore: ['bread'] })
    expect(replaced).toContain('bees')
    expect(replaced).not.toContain('bread')
    expect(await termsOf({ ignore: [] })).toEqual(expect.arrayContaining(['bees', 'bread']))
    expect(await buildThemes(store, { count: 2 })).toBe(false)
  })
})

describe('Seeded themes', () => {
  it('begin from the sentences with their words, keep id and name through builds, and are marked', async () => {
    await collectionOf('craft-wood', 'craft-clay', 'craft-glass', 'bees')
    await buildThemes(store, { count: 2 })
    const crafts = (await listThemes(store)).themes.find(({ sentences }) => sentences > 100)
    expect(crafts?.seeded).toBe(false)
    await buildThemes(store, { count: 2, seeds: [parseThemeSeed(' Pottery : craftclay, unknown word')] })
    const pottery = async (): Promise<ListedTheme | undefined> =>
      (await listThemes(store)).themes.find(({ label }) => label === 'Pottery')
    const first = await pottery()
    expect(first).toMatchObject({ seeded: true, renamed: false, heading: 'Pottery', documents: 2 })
    expect(first!.sentences).toBeGreaterThanOrEqual(44)
    expect(listText(await listThemes(store), '')).toMatch(/Pottery.*seeded/)
    const seeds = [parseThemeSeed('Pottery: CraftClay'), parseThemeSeed('Else: bees')]
    const [held, others] = await countSeeds(store, seeds, new Map([['Pottery', [first!.id]]]))
    expect(held.sentences).toBeGreaterThan(0)
    expect(held.elsewhere).toBeLessThan(held.sentences)
    expect(others.elsewhere).toBe(others.sentences)
    // Another build names no seeds, and the collection has grown.
    await store.write([documentOn('craft-clay', 3)])
    expect(await buildThemes(store, { count: 2 })).toBe(true)
    expect(await pottery()).toMatchObject({ id: first!.id, seeded: true, documents: 3 })
    expect(await buildThemes(store, { count: 2 })).toBe(false)
    await buildThemes(store, { count: 2, seeds: [parseThemeSeed('Pottery:')] })
    expect(await pottery()).toBeUndefined()
  })

  it('are refused, and not kept, if no sentence has their words', async () => {
    await collectionOf('bees', 'bread')
    const seeds = [parseThemeSeed('Space: rocket, crew')]
    await expect(buildThemes(store, { seeds })).rejects.toThrow(
      'no sentence has a word of the seeded theme “Space” (rocket, crew); expected words of the collection'
    )
    expect(await buildThemes(store)).toBe(true)
    expect(() => parseThemeSeed(': rocket')).toThrow('the name of a theme is empty')
  })
})

describe('The themes of a collection', () => {
  it('are its subjects, and the same bytes whenever they are built from the same', async () => {
    await collectionOf('bees', 'bread', 'rivers', 'stars')
    expect(await buildThemes(store)).toBe(true)
    const list = await listThemes(store)
    expect(list.themes.map(({ sentences, documents }) => [sentences, documents])).toEqual(Array(4).fill([48, 2]))
    expect(ids(list)).toEqual(['theme-01', 'theme-02', 'theme-03', 'theme-04'])
    expect(list).toMatchObject({ unassigned: 0, built: 192, groups: [] })
    expect(list.changes).toBeUndefined()
    expect(await buildThemes(store)).toBe(false)
    expect(await buildThemes(store, { fresh: true })).toBe(true)
    const { changes, ...again } = await listThemes(store)
    expect(again).toEqual(list)
    expect(changes).toMatchObject({ since: list.run, born: [], died: [], merged: [], split: [] })
  })

  it('leave boilerplate aside, which is counted, shown, kept through merges and known in what is indexed later', async () => {
    store = await openEmbeddedStore(join(root, `shelf ${number++}`), { access: 'write', encoder })
    const signed = (subject: string, number: number): DocumentRecord => {
      const document = documentOn(subject, number)
      const sentences = document.sentences.map((sentence, i) =>
        i % 6 === 0
          ? { ...sentence, text: `This page is free to copy, part ${i}.` }
          : {
              ...sentence,
              text: `${sentence.text} ${['One', 'Two', 'Three'][number - 1]}${'abcdefghijklmnopqrstuvwxyz'[i]} said so.`
            }
      )
      return { ...document, sentences }
    }
    const subjects = ['bees', 'bread', 'rivers']
    await store.write(subjects.flatMap((subject) => [signed(subject, 1), signed(subject, 2)]))
    await buildThemes(store)
    const list = await listThemes(store)
    expect(list.themes.map(({ sentences }) => sentences)).toEqual([40, 40, 40])
    expect(list.themes.flatMap(({ exemplars }) => exemplars).filter(({ text }) => /free/.test(text))).toEqual([])
    expect(list).toMatchObject({ unassigned: 0, boilerplate: { sentences: 24, documents: 6, share: 24 / 144 } })
    expect(listText(list, '')).toMatch(/Boilerplate, set aside: 17 % {2}24 sentences in 6 documents/)
    const { nearest } = await showTheme(store, 'boilerplate', 5)
    expect(nearest.map(({ text }) => text)).toEqual(['This page is free to copy, part 0.'])
    const { rest } = await themeShares(store)
    expect(rest.map(({ kind, cells }) => [kind, cells[0].sentences])).toEqual([['boilerplate', 24]])

    await mergeThemes(store, [themeOn(list, 'bees').id], themeOn(list, 'bread').id)
    expect((await listThemes(store)).boilerplate?.sentences).toBe(24)
    await resetThemes(store)
    expect((await listThemes(store)).boilerplate?.sentences).toBe(24)
    const themer = await openThemer(store)
    await store.write(themer!.give([signed('bees', 3)]))
    const after = await listThemes(store)
    expect([after.boilerplate?.sentences, themeOn(after, 'bees').sentences]).toEqual([28, 60])
  })

  it('are found from a sample and all that streams by as from everything', async () => {
    await collectionOf('bees', 'bread', 'rivers', 'stars', 'trams', 'chess')
    const steps: string[] = []
    await buildThemes(store, { sample: 120, count: 6, onProgress: (step) => steps.push(step) })
    const list = await listThemes(store)
    expect(list.themes.map(({ sentences }) => sentences)).toEqual(Array(6).fill(48))
    expect([...new Set(steps)]).toEqual(['reading', 'fitting', 'learning', 'assigning'])
  })

  it('keep their ids when some come and others go, and ids of those gone are never given again', async () => {
    await collectionOf('bees', 'bread', 'rivers', 'stars')
    await buildThemes(store)
    const before = await listThemes(store)
    await store.remove(['bees/1.md', 'bees/2.md'])
    await store.write([documentOn('trams', 1), documentOn('trams', 2), documentOn('bread', 3)])
    await buildThemes(store)
    const after = await listThemes(store)
    for (const subject of ['bread', 'rivers', 'stars']) {
      expect(themeOn(after, subject).id).toBe(themeOn(before, subject).id)
    }
    expect(themeOn(after, 'trams').id).toBe('theme-05')
    expect(after.changes).toMatchObject({
      born: [{ id: 'theme-05' }],
      died: [{ id: themeOn(before, 'bees').id }]
    })
    expect(after.changes!.kept).toHaveLength(3)
    await store.write([documentOn('bees', 1), documentOn('bees', 2)])
    await buildThemes(store)
    expect(themeOn(await listThemes(store), 'bees').id).toBe('theme-06')
  })

  it('say which of them merged and which split when there are fewer or more', async () => {
    await collectionOf('water-rivers', 'water-rain', 'bread', 'stars', 'chess')
    await buildThemes(store, { count: 5 })
    await buildThemes(store, { count: 4 })
    const fewer = await listThemes(store)
    expect(fewer.changes!.merged).toHaveLength(1)
    expect(fewer.changes!.merged[0].from).toHaveLength(2)
    await buildThemes(store, { count: 5 })
    const { split } = (await listThemes(store)).changes!
    expect(split).toHaveLength(1)
    expect(split[0].from.id).toBe(fewer.changes!.merged[0].into.id)
    expect(split[0].into.map(({ id }) => id)).toContain('theme-06')
  })

  it('lie in groups of those that are alike, and sentences are counted in each', async () => {
    const families = ['water', 'food', 'sky', 'town'].flatMap((family) => [1, 2, 3, 4].map((n) => `${family}-${n}`))
    await collectionOf(...families)
    await buildThemes(store, { count: 16 })
    const { groups, themes } = await listThemes(store)
    expect(groups).toHaveLength(4)
    for (const { id, children, sentences } of groups) {
      expect(sentences).toBe(4 * 48)
      const subjects = themes.filter(({ path }) => path[0] === id).map(({ exemplars }) => exemplars[0].title)
      expect(new Set(subjects.map((subject) => subject.split('-')[0])).size).toBe(1)
      expect(children).toHaveLength(4)
    }
    const shown = await showTheme(store, groups[0].id, 5)
    expect(shown.nearest.every(({ themePath }) => themePath?.[0] === groups[0].id)).toBe(true)
    for (const name of [groups[0].id, groups[0].label]) {
      await expect(typicalOf(store, name)).rejects.toThrow('is a group of themes; expected one theme')
      await expect(mergeThemes(store, [themes[0].id], name)).rejects.toThrow('is a group of themes')
    }
    const kept = groups.map(({ id }) => id).sort()
    await buildThemes(store, { count: 16, fresh: true, seed: 2 })
    expect((await listThemes(store)).groups.map(({ id }) => id).sort()).toEqual(kept)
  })

  it('of an earlier version cannot be read, and it says what to do; building goes on', async () => {
    await collectionOf('bees', 'bread')
    await store.assign('old', [], { format: 'leitmotif-themes', version: 1, themes: [] })
    await expect(listThemes(store)).rejects.toThrow(/version 1.*leitmotif themes build/)
    expect(await openThemer(store)).toBeUndefined()
    await buildThemes(store)
    expect((await listThemes(store)).themes).toHaveLength(2)
  })
})

describe('Sentences that come later', () => {
  it('are given themes by the centres there are, and say when it is time to build anew', async () => {
    await collectionOf('bees', 'bread', 'rivers')
    await buildThemes(store)
    const themer = (await openThemer(store))!
    await store.write(themer.give([documentOn('bees', 3)]))
    await themer.keep()
    const fitting = await listThemes(store)
    expect(themeOn(fitting, 'bees').sentences).toBe(72)
    expect(fitting.drift).toMatchObject({ sentences: 24, unassigned: 0, rebuild: false })
    await store.write(themer.give([1, 2, 3, 4].map((n) => documentOn('chess', n))))
    await themer.keep()
    const strange = await listThemes(store)
    expect(strange.drift).toMatchObject({ sentences: 120, rebuild: true })
    expect(strange.drift!.unassigned).toBeGreaterThan(0.2)
    await buildThemes(store)
    const anew = await listThemes(store)
    expect(anew.drift).toBeUndefined()
    expect(themeOn(anew, 'chess').sentences).toBe(96)
  })
})

describe('A damaged record of how sentences fit', () => {
  it('is made again from all sentences by the next document, and counts from there', async () => {
    await collectionOf('bees', 'bread', 'rivers')
    await buildThemes(store)
    const themer = (await openThemer(store))!
    await store.storeValue('theme-drift', { run: 7 })
    const warned = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    await store.write(themer.give([documentOn('bees', 3)]))
    await themer.keep()
    expect(warned.mock.calls.join()).toContain('"theme-drift" is damaged')
    expect((await listThemes(store)).drift).toBeUndefined()
    await store.write(themer.give([documentOn('bees', 4)]))
    await themer.keep()
    expect((await listThemes(store)).drift).toMatchObject({ sentences: 24, unassigned: 0, unassignedBuilt: 0 })
  })
})

describe('What a user changes of themes', () => {
  it('lasts over builds: names, what is hidden, merges', async () => {
    await collectionOf('bees', 'bread', 'rivers', 'stars')
    await buildThemes(store)
    const [bees, bread, rivers, stars] = ['bees', 'bread', 'rivers', 'stars'].map(
      (
        (list) => (subject: string) =>
          themeOn(list, subject).id
      )(await listThemes(store))
    )
    await changeTheme(store, bees, { name: ' Life of  bees ' })
    await changeTheme(store, stars, { hidden: true })
    await mergeThemes(store, [bread], rivers)
    const check = async (): Promise<void> => {
      const list = await listThemes(store)
      expect(ids(list)).toEqual([bees, rivers, stars].sort())
      const of = new Map(list.themes.map((theme) => [theme.id, theme]))
      expect(of.get(bees)).toMatchObject({ label: 'Life of bees', renamed: true, hidden: false })
      expect(of.get(stars)).toMatchObject({ hidden: true })
      expect(of.get(rivers)!.merged).toEqual([bread])
      expect((await store.count(['theme'])).map(({ key, sentences }) => [key[0], sentences])).toContainEqual([
        rivers,
        of.get(rivers)!.sentences
      ])
    }
    await check()
    expect((await listThemes(store)).themes.find(({ id }) => id === rivers)!.sentences).toBe(96)
    await store.write([documentOn('bees', 3)])
    await buildThemes(store)
    await check()
    await resetThemes(store, [bread])
    const unmerged = await listThemes(store)
    expect(ids(unmerged)).toEqual([bees, bread, rivers, stars].sort())
    expect(unmerged.themes.find(({ id }) => id === bread)!.sentences).toBe(48)
    await resetThemes(store)
    expect((await listThemes(store)).themes.some(({ renamed, hidden }) => renamed || hidden)).toBe(false)
  })

  it('hides with a group all that is in it, and shows it with it but for what is hidden itself', async () => {
    const families = ['water', 'food', 'sky', 'town'].flatMap((family) => [1, 2, 3, 4].map((n) => `${family}-${n}`))
    await collectionOf(...families)
    await buildThemes(store, { count: 16 })
    const [group, other] = (await listThemes(store)).groups
    const [first, second] = group.children
    const hidden = async (): Promise<string[]> => {
      const { themes, groups } = await listThemes(store)
      return [...groups, ...themes].flatMap((node) => (node.hidden ? [node.id] : [])).sort()
    }
    await changeTheme(store, first, { hidden: true })
    await changeTheme(store, group.id, { hidden: true })
    expect(await hidden()).toEqual([group.id, ...group.children].sort())
    const text = listText(await listThemes(store), '')
    expect(text).toContain(other.id)
    expect(text).not.toContain(group.id)
    expect(text).not.toContain('more; leitmotif themes list')
    expect(text).toContain(`${group.children.length} themes hidden`)
    for (const level of ['themes', 'top', 'tree'] as const) {
      const ids = (await themeShares(store, { level })).themes.map(({ id }) => id)
      expect(ids.filter((id) => id === group.id || group.children.includes(id))).toEqual([])
    }
    await expect(changeTheme(store, second, { hidden: false })).rejects.toThrow(
      `is in ${group.id} “${group.label}”, which is hidden; show that group first`
    )
    await changeTheme(store, group.id, { hidden: false })
    expect(await hidden()).toEqual([first])
  })

  it('that a build cannot keep is named', async () => {
    await collectionOf('bees', 'bread', 'rivers', 'stars')
    await buildThemes(store)
    const before = await listThemes(store)
    const [bees, bread] = ['bees', 'bread'].map((subject) => themeOn(before, subject).id)
    await changeTheme(store, bees, { name: 'Life of bees' })
    await changeTheme(store, bread, { hidden: true })
    const lost = async (): Promise<string[]> => lostEdits((await listThemes(store)).changes, await readEdits(store), [])
    await store.write([documentOn('stars', 3)])
    await buildThemes(store)
    expect(await lost()).toEqual([])
    await store.remove(['bees/1.md', 'bees/2.md', 'bread/1.md', 'bread/2.md'])
    await buildThemes(store, { fresh: true })
    expect((await lost()).sort()).toEqual(
      [
        expect.stringMatching(new RegExp(`^${bees} “Life of bees” was not found again; gone with it: its name$`)),
        expect.stringMatching(new RegExp(`^${bread} .* was not found again; gone with it: its hiding$`))
      ].sort()
    )
  })

  it('that are of a group which is gone are named, too', () => {
    const edits = { names: { 'group-02': 'Crafts' }, merged: {}, pinned: [], hidden: ['group-03'] }
    const gone = [1, 2, 3].map((n) => ({ id: `group-0${n}`, label: `words ${n}` }))
    expect(lostEdits(undefined, edits, gone)).toEqual([
      'group-02 “Crafts” was not found again; gone with it: its name',
      'group-03 “words 3” was not found again; gone with it: its hiding'
    ])
  })

  it('keeps a pinned theme and its label though its sentences go', async () => {
    await collectionOf('bees', 'bread', 'rivers')
    await buildThemes(store)
    const { id, label } = themeOn(await listThemes(store), 'bees')
    await changeTheme(store, id, { pinned: true })
    await store.remove(['bees/1.md', 'bees/2.md'])
    await store.write([documentOn('bread', 3)])
    for (const fresh of [false, true]) {
      await buildThemes(store, { fresh })
      const pinned = (await listThemes(store)).themes.find((theme) => theme.id === id)
      expect(pinned).toMatchObject({ label, pinned: true, sentences: 0 })
    }
    await changeTheme(store, id, { pinned: false })
    await buildThemes(store, { fresh: true })
    expect(ids(await listThemes(store))).not.toContain(id)
  })

  it('is refused where it makes no sense, and it says why', async () => {
    await collectionOf('bees', 'bread', 'rivers')
    await buildThemes(store)
    await changeTheme(store, '1', { name: 'First' })
    await expect(changeTheme(store, '2', { name: 'first' })).rejects.toThrow('theme-01 is named “First” already')
    await changeTheme(store, '2', { name: 'Sec\u001B[31mond\nof\tall' })
    expect((await listThemes(store)).themes.map(({ label }) => label)).toContain('Sec [31mond of all')
    await expect(changeTheme(store, '2', { name: '  ' })).rejects.toThrow('is empty; expected 1 to 200 characters')
    await expect(changeTheme(store, 'nothing like it', { hidden: true })).rejects.toThrow('no theme is named')
    await expect(mergeThemes(store, ['1'], '1')).rejects.toThrow('theme-01 alone cannot be merged')
    for (const name of ['', ' ']) {
      await expect(showTheme(store, name, 3)).rejects.toThrow('the name of a theme is empty; expected its id')
      await expect(mergeThemes(store, ['1', name], '2')).rejects.toThrow('the name of a theme is empty')
    }
    await changeTheme(store, '2', { name: 'First light' })
    await changeTheme(store, '3', { name: 'At first' })
    await expect(showTheme(store, 'irst', 3)).rejects.toThrow(
      '3 names have “irst” in them; name one of these:\n  theme-0'
    )
    for (const one of ['2', '3']) await changeTheme(store, one, { name: null })
    await changeTheme(store, 'First', { name: null })
    expect((await listThemes(store)).themes.every(({ renamed }) => !renamed)).toBe(true)
  })
})
