import { readFileSync } from 'node:fs'
import { expectLinear } from '@leitmotif/testing'
import { loadEncoder, type Encoder } from '../model/encoder.js'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  analyseDraft,
  createDraftAnalyser,
  type DraftAnalyser,
  type DraftOptions,
  type DraftResult
} from './analyser.js'
import type { DraftAnalysis } from './analysis.js'

const path = (relative: string): string => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url))

/** Paragraphs of a sample, without its headings. */
function passage(name: string, count: number): string[] {
  const text = readFileSync(path(`samples/${name}.md`), 'utf8')
  return text
    .split(/\n\s*\n/)
    .filter((part) => /^[A-Z]/.test(part) && part.length > 100)
    .slice(0, count)
}

const sectionOf = (heading: string, paragraphs: readonly string[]): string =>
  [`## ${heading}`, ...paragraphs].join('\n\n')
const [bread, bridges, stars] = [passage('bread', 6), passage('bridges', 6), passage('stargazing', 6)]
const DRAFT = [sectionOf('Bread', bread), sectionOf('Bridges', bridges), sectionOf('Stars', stars)].join('\n\n')
/** A paragraph on bread among the bridges. */
const STRAYED = [
  sectionOf(
    'Bread',
    bread.filter((_, p) => p !== 3)
  ),
  sectionOf('Bridges', [...bridges.slice(0, 3), bread[3], ...bridges.slice(3)]),
  sectionOf('Stars', stars)
].join('\n\n')

/** A paragraph on rails in a draft that is of bread. */
const loaves = passage('bread', 14).filter((text) => !text.includes('```'))
const FOREIGN = [
  sectionOf('Flour', loaves.slice(0, 7)),
  sectionOf('Ovens', [...loaves.slice(7, 10), passage('trams', 2)[1], ...loaves.slice(10)])
].join('\n\n')

const FRENCH = [
  '## Les abeilles',
  'Les abeilles de la ruche volent vers les fleurs du tilleul, et la reine pond dans les cellules que les ouvrières ont bâties.',
  'Le miel de la ruche est récolté en été ; les abeilles gardent dans les cadres ce dont la reine et les ouvrières ont besoin.',
  'Un apiculteur ouvre la ruche avec de la fumée, regarde si les abeilles sont calmes et si la reine a encore du miel.',
  '## Les moulins',
  "Le moulin tourne au bord de la rivière : l'eau pousse la roue, et la meule écrase le grain pour en faire de la farine.",
  'La meule du moulin est taillée dans une pierre dure ; le meunier la bat quand la farine devient trop grossière.',
  'Le meunier porte la farine au boulanger, puis il ferme la vanne du moulin pour que la meule et la roue se reposent.'
].join('\n\n')

let encoder: Encoder
beforeAll(async () => {
  encoder = await loadEncoder(path('models/leitmotif-en'))
})
afterAll(() => {
  encoder.dispose()
})

async function resultsOf(
  analyser: DraftAnalyser,
  text: string,
  options?: Partial<DraftOptions>
): Promise<DraftResult[]> {
  const results = []
  for await (const result of analyser.analyse(text, 'markdown', options)) results.push(result)
  return results
}

async function analyse(
  text: string,
  options?: Partial<DraftOptions>,
  analyser = createDraftAnalyser(encoder)
): Promise<DraftAnalysis> {
  const last = (await resultsOf(analyser, text, options)).at(-1)!
  if (last.state === 'refused') throw new Error(JSON.stringify(last.why))
  return last.analysis
}

const themesOf = ({ themes, paragraphs }: DraftAnalysis): string[] =>
  paragraphs.map(({ theme }) => (theme < 0 ? '' : themes[theme].id))

describe('The analysis of a draft', () => {
  it('tells themes apart, those of a section together, and says what each is and how much of the draft', async () => {
    const { themes, paragraphs, sections } = await analyse(DRAFT)
    const leading = sections.map((section) => section.themes[0].theme)
    expect(new Set(leading).size).toBe(3)
    for (const { start, end } of sections) {
      expect(new Set(paragraphs.slice(start, end).map(({ theme }) => theme)).size).toBe(1)
    }
    expect(themes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(themes[leading[0]].name).toMatch(/bread|dough|flour|yeast/i)
    expect(new Set(themes.map(({ colour }) => colour)).size).toBe(themes.length)
  })

  for (const subjects of [
    ['bread', 'bridges'],
    ['coral-reefs', 'glass-making'],
    ['vaccines', 'bridges', 'glass-making'],
    ['rivers-and-floods', 'stargazing', 'tea']
  ]) {
    it(`tells three paragraphs each on ${subjects.join(', ')} apart, without a heading`, async () => {
      const { themes, paragraphs } = await analyse(subjects.flatMap((name) => passage(name, 3)).join('\n\n'))
      expect(themes).toHaveLength(subjects.length)
      for (let first = 0; first < paragraphs.length; first += 3)
        expect(new Set(paragraphs.slice(first, first + 3).map(({ theme }) => theme)).size).toBe(1)
    })
  }

  it('gives themes first, and sends home a paragraph that strayed', async () => {
    const [first, last] = await resultsOf(createDraftAnalyser(encoder), STRAYED)
    expect([first.state, last.state]).toEqual(['themes', 'done'])
    if (first.state !== 'themes' || last.state !== 'done') return
    expect(first.analysis.suggestions).toEqual([])
    const moves = last.analysis.suggestions.filter(({ kind }) => kind === 'move')
    expect(moves).toMatchObject([{ paragraph: 8, to: 0 }])
    expect(last.analysis.proposed[0].paragraphs).toEqual([0, 1, 2, 3, 8, 4])
    expect(last.analysis.distance).toBeGreaterThan(0)
  })

  it.each(['Summary', '2. Conclusions', 'Background'])('moves nothing into “%s”, or out of it', async (heading) => {
    const { suggestions } = await analyse(STRAYED.replace('## Bread', `## ${heading}`), { kinds: ['move'] })
    expect(suggestions).toEqual([])
  })

  it('reports two exchanged headings of several words, each with the section that it would suit', async () => {
    const headings = ['Bread from the oven', 'Bridges over rivers', 'Stars at night', 'Trams in the city']
    const texts = [bread, bridges, stars, passage('trams', 6)]
    const draftOf = (order: readonly number[]): string =>
      texts.map((paragraphs, s) => sectionOf(headings[order[s]], paragraphs)).join('\n\n')
    const found = async (order: readonly number[]): Promise<number[]> => {
      const { suggestions } = await analyse(draftOf(order), { kinds: ['heading'] })
      for (const { reason } of suggestions)
        expect(reason).toMatch(/has little to do with the text under it; it would suit/)
      return suggestions.flatMap((one) => (one.kind === 'heading' ? [one.section] : []))
    }
    expect(await found([0, 2, 1, 3])).toEqual([1, 2])
    expect(await found([0, 1, 2, 3])).toEqual([])
  })

  it('proposes an outline of as many sections as are wanted, in reading order, each under a heading', async () => {
    const starts = ({ proposed }: DraftAnalysis): number[] => proposed.map(({ paragraphs: [first] }) => first)
    const bare = await analyse([...bread, ...bridges, ...stars].join('\n\n'), { sections: 3 })
    expect(starts(bare)).toEqual([0, 6, 12])
    expect(new Set(bare.proposed.map(({ heading }) => heading).filter(Boolean)).size).toBe(3)
    expect(bare.proposed.flatMap(({ paragraphs }) => paragraphs)).toEqual(bare.paragraphs.map((_, p) => p))
    const same = await analyse(DRAFT, { sections: 3 })
    expect(same.proposed.map(({ heading, changed }) => [heading, changed])).toEqual([
      ['Bread', false],
      ['Bridges', false],
      ['Stars', false]
    ])
    expect(same.distance).toBe(0)
    const two = await analyse(`An opening.\n\n${DRAFT}`, { sections: 2 })
    expect(two.proposed).toHaveLength(2)
    for (const { heading, from } of two.proposed) expect(heading).toBe(two.sections[from].heading)
    expect((await analyse(DRAFT, { sections: 50 })).proposed).toHaveLength(18)
  })

  it('gives a paragraph that has to do with no section one of its own, with headings for it', async () => {
    const { suggestions, proposed } = await analyse(FOREIGN, {
      kinds: ['move', 'separate', 'merge', 'mixed', 'heading']
    })
    expect(suggestions).toMatchObject([{ kind: 'separate', paragraph: 10, end: 11 }])
    expect(suggestions[0]).toHaveProperty('headings.0', expect.stringMatching(/^[A-Z]/))
    expect(proposed.at(-1)).toMatchObject({ paragraphs: [10], from: -1 })
    expect(await analyse(FOREIGN, { kinds: ['move', 'heading'] })).toMatchObject({ suggestions: [] })
  })

  it('divides text without headings where it is long, and sections that are longer than the writer wants', async () => {
    const bare = [...bread, ...bridges, ...stars].join('\n\n')
    const { proposed, suggestions, distance } = await analyse(bare)
    expect(proposed.length).toBeGreaterThan(1)
    expect(proposed.slice(1).every(({ heading, from }) => heading !== '' && from === -1)).toBe(true)
    expect(distance).toBeGreaterThan(0)
    expect(suggestions).toMatchObject([6, 12].map((paragraph) => ({ kind: 'split', paragraph })))
    for (const { score } of suggestions) expect(score).toBeLessThan(1)
    // However long it is, none is surer than a section is likely to begin there.
    const sure = (await analyse(bare, { lengths: { least: 40, most: 100 } })).suggestions.map(({ score }) => score)
    expect(sure.length).toBeGreaterThan(0)
    expect(Math.max(...sure)).toBeLessThan(1)
    // A short text is one section; what changes its subject clearly is told all the same.
    const short = await analyse([...bread.slice(0, 4), ...stars.slice(0, 4)].join('\n\n'), { precision: 'more' })
    expect(short.suggestions).toMatchObject([
      { paragraph: 4, reason: expect.not.stringContaining('several') as string }
    ])
    const long = await analyse(DRAFT, { lengths: { least: 40, most: 200 } })
    const splits = long.suggestions.filter(({ kind, reason }) => kind === 'split' && reason.includes('more than 200'))
    expect(splits.length).toBeGreaterThan(2)
    for (const { score } of splits) expect(score).toBeLessThan(1)
  })

  it('suggests nothing for a story, in which people speak', async () => {
    const told = (text: string, p: number): string =>
      p % 4 === 0 ? `“${text.split('. ')[0]},” said the miller.` : text
    const story = [...bread, ...bridges, ...stars, ...bread.map((text) => `${text} So it was.`)]
    expect((await analyse(story.join('\n\n'))).suggestions.length).toBeGreaterThan(0)
    expect((await analyse(story.map(told).join('\n\n'))).suggestions).toEqual([])
  })

  it('offers a scene break of a story only among less certain ones, and begins no section between two who speak', async () => {
    const told = (text: string, p: number): string =>
      p % 3 === 0 ? text : `“${text.split('. ')[0]},” said the miller.`
    const scenes = [bread, bridges, stars].map((own) => [...own, '“So be it.”', '“Amen.”'].map(told).join('\n\n'))
    const few = await analyse(scenes.join('\n\n* * *\n\n'))
    expect(few.suggestions).toEqual([])
    const { suggestions } = await analyse(scenes.join('\n\n* * *\n\n'), { precision: 'more' })
    expect(suggestions).toMatchObject([
      { kind: 'split', paragraph: 8, reason: 'A break in the text comes before this paragraph.' },
      { kind: 'split', paragraph: 16 }
    ])
  })

  it('begins sections at lines that stand for headings, and offers their words first', async () => {
    const bare = [bread, bridges, stars].map((own, s) => [`**${['Loaves', 'Arches', 'Night skies'][s]}**`, ...own])
    const { suggestions } = await analyse(bare.flat().join('\n\n'))
    expect(suggestions).toMatchObject([
      { kind: 'split', paragraph: 7, label: 'Arches', headings: { 0: 'Arches' } },
      { kind: 'split', paragraph: 14, label: 'Night skies', headings: { 0: 'Night skies' } }
    ])
  })

  it('reads a French draft by its own words, says so, and suggests nothing that rests on English', async () => {
    const { language, themes, paragraphs, suggestions } = await analyse(FRENCH)
    expect(language).toBe('fr')
    expect(suggestions).toEqual([])
    const [bees, mills] = [0, 3].map((p) => paragraphs[p].theme)
    expect(paragraphs.map(({ theme }) => theme)).toEqual([bees, bees, bees, mills, mills, mills])
    expect(themes[bees].name).toMatch(/abeille|ruche|miel/i)
    expect(themes[mills].name).toMatch(/moulin|meule|farine/i)
    expect((await analyse(DRAFT)).language).toBeUndefined()
  })

  it('makes no suggestion again that was dismissed, and none of a kind that is not wanted', async () => {
    const { suggestions } = await analyse(STRAYED)
    expect(suggestions.length).toBeGreaterThan(0)
    const again = await analyse(`An opening.\n\n${STRAYED}`, { dismissed: new Set(suggestions.map(({ id }) => id)) })
    expect(again.suggestions.filter(({ id }) => suggestions.some((one) => one.id === id))).toEqual([])
    expect((await analyse(STRAYED, { kinds: ['mixed'] })).suggestions.filter(({ kind }) => kind !== 'mixed')).toEqual(
      []
    )
  })

  it('suggests a heading where a new subject begins without one', async () => {
    const { suggestions } = await analyse(
      `${sectionOf('Bread', [...bread, ...stars])}\n\n${sectionOf('Bridges', bridges)}`
    )
    const split = suggestions.find(({ kind }) => kind === 'split')
    expect(split).toMatchObject({ kind: 'split', paragraph: 6 })
    expect(split).toHaveProperty('headings.0', expect.stringMatching(/^[A-Z]/))
  })

  it('divides no conclusion, which comes back to every subject', async () => {
    const { suggestions } = await analyse(
      `${sectionOf('Bridges', bridges)}\n\n${sectionOf('Conclusion', [...bread, ...stars])}`
    )
    expect(suggestions.filter(({ kind }) => kind === 'split')).toEqual([])
  })

  it('suggests no section of fewer words than the writer wants', async () => {
    const text = `${sectionOf('Bread', [...bread, ...stars])}\n\n${sectionOf('Bridges', bridges)}`
    const places = async (
      draft: string,
      least: number,
      kinds: DraftOptions['kinds'] = ['split']
    ): Promise<number[]> => {
      const { suggestions } = await analyse(draft, { kinds, lengths: { least, most: 3000 } })
      return suggestions.flatMap((one) => ('paragraph' in one ? [one.paragraph] : []))
    }
    const words = stars.join(' ').split(/\s+/).length
    expect(await places(text, words - 20)).toEqual([6])
    expect(await places(text, words + 20)).toEqual([])
    expect(await places(FOREIGN, 20, ['separate'])).toEqual([10])
    expect(await places(FOREIGN, 500, ['separate'])).toEqual([])
  })

  it('has nothing of an empty draft, and one theme of a short one', async () => {
    expect(await analyse('')).toEqual({
      title: '',
      paragraphs: [],
      sections: [],
      themes: [],
      suggestions: [],
      proposed: [],
      distance: 0
    })
    const short = await analyse(bread.slice(0, 3).join('\n\n'))
    expect(short.themes).toHaveLength(1)
    expect((await analyse('# 1\n\n…\n\n3.14')).themes).toEqual([])
  })

  it('says the same whatever line ends and tabs the draft has', async () => {
    const [{ kind, id }] = (await analyse(STRAYED)).suggestions
    const windows = STRAYED.replaceAll('\n\n', '\r\n\t\r\n')
    expect((await analyse(windows)).suggestions).toMatchObject([{ kind, id }])
  })

  it('reads a draft in another script, and names its themes in that', async () => {
    const tea = [
      '采茶人清晨上山，把嫩芽放进竹篮里。',
      '绿茶的水不能太烫，红茶可以用滚水。',
      '好茶放在阴凉的地方，远离气味。'
    ]
    const bridges = [
      '石桥最怕洪水，桥墩下沉桥面就裂。',
      '木桥便宜，每年春天都要检查木板。',
      '吊桥用钢缆承重，风大桥面会摇晃。'
    ]
    const { themes } = await analyse([sectionOf('茶', tea), sectionOf('桥', bridges)].join('\n\n'))
    expect(themes.flatMap(({ paragraphs }) => paragraphs).sort()).toEqual([0, 1, 2, 3, 4, 5])
    for (const { name } of themes) expect(name).toMatch(/^\p{Script=Han}+$/u)
    const hebrew = await analyse('שיח התה אוהב מדרונות חמים.\n\nגשר אבן חושש משיטפון.')
    expect(hebrew.paragraphs).toMatchObject([{ words: 5 }, { words: 4 }])
  })

  it('takes an option that is undefined for one that is missing, and refuses one out of range', async () => {
    const given = (options: object): Promise<unknown> => analyseDraft(encoder, STRAYED, 'markdown', options)
    const { suggestions } = await analyse(STRAYED)
    expect(await given({ kinds: undefined, dismissed: undefined })).toMatchObject({ suggestions })
    await expect(given({ themes: 9 })).rejects.toThrow('themes is 9; expected a whole number from 1 to 8')
    await expect(given({ precision: 'all' })).rejects.toThrow("precision is 'all'; expected few or more")
    await expect(given({ kinds: ['merges'] })).rejects.toThrow("kinds is 'merges'; expected split or move")
    await expect(given({ dismissed: ['a'] })).rejects.toThrow('dismissed is no set; expected a Set of ids')
  })

  it('refuses what is no draft, and says why', async () => {
    expect(await resultsOf(createDraftAnalyser(encoder), 'Tea. '.repeat(1_000_000))).toMatchObject([
      { state: 'refused' }
    ])
    expect(await resultsOf(createDraftAnalyser(encoder), '# A\n\nb\n\n'.repeat(10_000))).toMatchObject([
      {
        state: 'refused',
        why: { of: 'headings', count: 10_000, most: 2_000 }
      }
    ])
  })
})

describe('A draft that is edited', () => {
  it('keeps the ids and colours of its themes', async () => {
    const analyser = createDraftAnalyser(encoder)
    const before = await analyse(DRAFT, {}, analyser)
    let text = DRAFT
    for (const added of ['Salt matters as well.', 'So does patience.', 'Nobody hurries.']) {
      text = text.replace('\n\n## Bridges', ` ${added}\n\n## Bridges`)
      const after = await analyse(text, {}, analyser)
      expect(themesOf(after)).toEqual(themesOf(before))
      expect(after.themes.map(({ id, colour }) => [id, colour])).toEqual(
        before.themes.map(({ id, colour }) => [id, colour])
      )
    }
    const turned = [sectionOf('Stars', stars), sectionOf('Bread', bread), sectionOf('Bridges', bridges)].join('\n\n')
    const after = await analyse(turned, {}, analyser)
    expect(themesOf(after).slice(6, 12)).toEqual(themesOf(before).slice(0, 6))
  })

  it('has as many themes as at first, once no more than two were wanted and then all', async () => {
    const analyser = createDraftAnalyser(encoder)
    const count = async (themes: number): Promise<number> => (await analyse(DRAFT, { themes }, analyser)).themes.length
    expect([await count(8), await count(2), await count(8)]).toEqual([3, 2, 3])
  })

  it('is analysed as if it were new, but for its themes', async () => {
    const analyser = createDraftAnalyser(encoder)
    await analyse(DRAFT, {}, analyser)
    const [old, fresh] = [await analyse(STRAYED, {}, analyser), await analyse(STRAYED)]
    const { suggestions, proposed, distance, title } = fresh
    expect(old).toMatchObject({ suggestions, proposed, distance, title })
    const bare = ({ paragraphs }: DraftAnalysis): object[] =>
      paragraphs.map((paragraph) => ({ ...paragraph, theme: 0 }))
    expect(bare(old)).toEqual(bare(fresh))
  })

  it('gives the same bytes for the same texts in the same order', async () => {
    const run = async (): Promise<string> => {
      const analyser = createDraftAnalyser(encoder)
      const results = []
      for (const text of [DRAFT, STRAYED, DRAFT]) results.push(await resultsOf(analyser, text))
      return JSON.stringify(results)
    }
    expect(await run()).toBe(await run())
  })

  it('keeps the suggestions whose text still stands, at their new places, while others are worked out', async () => {
    const analyser = createDraftAnalyser(encoder)
    const [move] = (await analyse(STRAYED, {}, analyser)).suggestions
    const whileWorking = async (text: string, options?: Partial<DraftOptions>): Promise<DraftAnalysis> => {
      const [first] = await resultsOf(analyser, text, options)
      if (first.state !== 'themes') throw new Error(first.state)
      return first.analysis
    }
    const edited = await whileWorking(`An opening on three subjects.\n\n${STRAYED}`)
    const { before } = move as Extract<typeof move, { kind: 'move' }>
    expect(edited.suggestions).toEqual([{ ...move, paragraph: 9, to: 1, before: before! + 1 }])
    expect(edited.proposed[1].paragraphs).toContain(9)
    expect((await whileWorking(STRAYED, { dismissed: new Set([move.id]) })).suggestions).toEqual([])
    await analyse(STRAYED, {}, analyser)
    const followed = await whileWorking(DRAFT)
    expect(followed.suggestions).toEqual([])
  })

  it('encodes only the sentences that are new', async () => {
    const encoded: string[] = []
    const watched: Encoder = {
      ...encoder,
      encode: (sentences, options) => {
        if (options?.representation === 'sentences') encoded.push(...sentences)
        return encoder.encode(sentences, options)
      }
    }
    const analyser = createDraftAnalyser(watched)
    await analyse(DRAFT, {}, analyser)
    encoded.length = 0
    await analyse(`${DRAFT}\n\nA sentence about the moon.`, {}, analyser)
    expect(encoded).toEqual(['A sentence about the moon.'])
  })

  it('lets go of an analysis that is out of date', async () => {
    const abort = new AbortController()
    const reason = new Error('out of date')
    const running = createDraftAnalyser(encoder).analyse(DRAFT, 'markdown', {}, abort.signal)
    expect((await running.next()).value).toMatchObject({ state: 'themes' })
    abort.abort(reason)
    await expect(running.next()).rejects.toBe(reason)
  })
})

it('Themes take time linear in the draft', async () => {
  await expectLinear(
    'themes of a draft',
    5,
    (count) => Array.from({ length: count }, (_, i) => `${DRAFT.replaceAll('. ', ` in ${i}. `)}\n\n`).join(''),
    async (text) => {
      const running = createDraftAnalyser(encoder).analyse(text, 'markdown')
      expect((await running.next()).value).toMatchObject({ state: 'themes' })
      await running.return()
    }
  )
})
