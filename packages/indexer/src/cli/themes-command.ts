import {
  createProgress,
  decimal,
  Failure,
  printJson,
  readLines,
  wholeNumber,
  type Progress,
  counted
} from '@leitmotif/command'
import { THEMES_DEFAULTS } from '@leitmotif/encoder/stages'
import { Command } from 'commander'
import { type PlaceFlags, placeArguments, withCollection } from '../store/collection.js'
import type { ThemeStore } from '../store/store.js'
import { storedThemes } from '../analytics/theme-table.js'
import { buildThemes } from '../themes/build.js'
import { readEdits } from '../themes/stored-edits.js'
import { changeTheme, lostEdits, mergeThemes, resetThemes, type ThemeChange, themeName } from '../themes/editing.js'
import { listThemes, showTheme, type ThemeList } from '../themes/list.js'
import { readIgnoredWords } from '../themes/ignored-words.js'
import { readableRun } from '../themes/run.js'
import { countSeeds, parseThemeSeed, readSeeds } from '../themes/seeds.js'
import { changesText, listText, showText } from '../terminal/themes-text.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

/** Number of themes, and of changes of each kind, shown after a build; `list` and `compare` show all. */
const TOP = 20

interface Flags extends PlaceFlags {
  readonly json: boolean
}

interface BuildFlags extends Flags {
  readonly count?: number
  readonly seed?: readonly string[]
  readonly sample: number
  readonly belonging: number
  /** false with `--no-ignore-words`. */
  readonly ignoreWords?: string | false
  readonly fresh: boolean
}

/** `leitmotif themes`: builds, shows and edits the themes of a collection. */
export function themesCommand(): Command {
  const themes = new Command('themes').description('Builds, shows and edits the themes of a collection.')
  const add = (usage: string, description: string): Command =>
    themes
      .command(usage)
      .description(description)
      .addOption(inOption())
      .addOption(collectionOption())
      .addOption(jsonOption())
  /** Adds a command that changes themes and prints what it changed. */
  const addChange = (
    usage: string,
    description: string,
    change: (store: ThemeStore, args: string[], flags: Record<string, unknown>) => Promise<string>
  ): Command =>
    add(usage, description).action(async (...given: unknown[]) => {
      const flags = given[given.length - 2] as Flags & Record<string, unknown>
      const args = given.slice(0, -2).flat() as string[]
      const [done, list] = await withCollection(flags, undefined, 'write', async (store) => [
        await change(store, args, flags),
        await listThemes(store)
      ])
      print(list, flags.json, () => `${done}\n`)
    })

  add(
    'build',
    'Clusters all sentences into themes and stores them with the collection. Themes found again keep their ids.\n\n' +
      'Example: leitmotif themes build --in shelf'
  )
    .option('--count <themes>', 'number of themes, 1 to 1000 (default: chosen automatically)', wholeNumber(1, 1000))
    .option(
      '--seed <text>',
      'add a theme from words: "NAME: WORD, WORD"; later builds keep it until "NAME:" removes it. A value without a colon is ' +
        'the random seed: equal seeds give equal themes, another one ignores the previous themes. ' +
        `Repeatable (default: ${THEMES_DEFAULTS.seed})`,
      (text, before: readonly string[] | undefined) => [...(before ?? []), text]
    )
    .option(
      '--sample <sentences>',
      'approximate number of sentences to cluster, 100 to 200000; memory grows with it',
      wholeNumber(100, 200_000),
      THEMES_DEFAULTS.sample
    )
    .option(
      '--belonging <share>',
      "minimum similarity of a sentence to its theme, as a share of the sentences' median, 0 (every sentence gets a theme) to 1",
      decimal(0, 1),
      THEMES_DEFAULTS.belonging
    )
    .option(
      '--ignore-words <file>',
      'words that name no theme, one a line, beside the stop words, in any case; later builds keep them until another file replaces them'
    )
    .option('--no-ignore-words', 'forget the words of an earlier --ignore-words')
    .option('--fresh', 'ignore the positions of the previous themes; themes found again still keep their ids', false)
    .action(async (flags: BuildFlags) => {
      const list = await withCollection(flags, undefined, 'write', (store) => build(store, flags))
      const place = placeArguments(flags)
      print(list, flags.json, (value) => {
        const changes = value.changes === undefined ? '' : `\n${changesText(value.changes, place, TOP)}`
        return `${listText(value, place, TOP)}${changes}`
      })
    })
  add('list', 'Lists the themes by group, largest first.\n\nExample: leitmotif themes list --in shelf').action(
    async (flags: Flags) => {
      const list = await withCollection(flags, undefined, 'read', listThemes)
      print(list, flags.json, (value) => listText(value, placeArguments(flags)))
    }
  )
  add(
    'show',
    'Shows one theme or group: its words, documents and most typical sentences.\n\nExample: leitmotif themes show 1 --in shelf'
  )
    .argument('<theme>', 'id, number, or words of the label')
    .option(
      '-n, --sentences <count>',
      'maximum number of sentences, and of documents, 1 to 1000',
      wholeNumber(1, 1000),
      10
    )
    .action(async (theme: string, flags: Flags & { readonly sentences: number }) => {
      const shown = await withCollection(flags, undefined, 'read', (store) => showTheme(store, theme, flags.sentences))
      print(shown, flags.json, showText)
    })
  add(
    'compare',
    'Compares the themes with those of the previous build: kept, new, gone, merged, split.\n\nExample: leitmotif themes compare --in shelf'
  ).action(async (flags: Flags) => {
    const { changes } = await withCollection(flags, undefined, 'read', listThemes)
    print(changes ?? null, flags.json, (value) => changesText(value ?? undefined, placeArguments(flags)))
  })
  addChange(
    'rename',
    'Names a theme or group. It keeps the name as long as later builds find it again.\n\nExample: leitmotif themes rename 3 "Running costs" --in shelf',
    async (store, [theme, name]) => {
      const id = await changeTheme(store, theme, { name })
      return `${id} is now named “${themeName(name)}”`
    }
  )
    .argument('<theme>', 'id, number, or words of the label')
    .argument('<name>', 'new name')
  addChange(
    'merge',
    'Merges themes into another one, now and in later builds that find them again.\n\nExample: leitmotif themes merge 3 5 --into 2 --in shelf',
    async (store, args, { into }) => {
      const [first, ...others] = args
      const target = typeof into === 'string' ? into : first
      const parts = typeof into === 'string' ? args : others
      const done = await mergeThemes(store, parts, target)
      return `${done.merged.join(', ')} ${done.merged.length === 1 ? 'is' : 'are'} now part of ${done.into}`
    }
  )
    .argument('<themes...>', 'ids, numbers, or words of the labels')
    .option('--into <theme>', 'target of the merge (default: the first theme)')
  addToggle(
    'pin',
    'pinned',
    '--off',
    'Keeps a theme and its label unchanged in later builds.\n\nExample: leitmotif themes pin 3 --in shelf',
    ['is pinned', 'is no longer pinned']
  )
  addToggle(
    'hide',
    'hidden',
    '--off',
    'Hides a theme or group in lists and reports; its sentences stay in the collection.\n\nExample: leitmotif themes hide 3 --in shelf',
    ['is hidden', 'is shown again']
  )
  addChange(
    'reset',
    'Undoes renames, merges, pins and hides.\n\nExample: leitmotif themes reset 3 --in shelf',
    async (store, args, { all }) => {
      if (args.length > 0 === (all === true)) throw new Failure('expected either themes to reset or --all')
      const ids = await resetThemes(store, all === true ? undefined : args)
      return all === true ? 'All edits of themes are undone' : `${ids.join(', ')}: edits undone`
    }
  )
    .argument('[themes...]', 'ids, numbers, or words of the labels; also ids of merged themes')
    .option('--all', 'reset all themes', false)
  return themes

  function addToggle(
    usage: string,
    member: 'pinned' | 'hidden',
    off: string,
    description: string,
    [done, undone]: readonly [string, string]
  ): void {
    addChange(usage, description, async (store, args, flags) => {
      const change: ThemeChange = { [member]: flags.off !== true }
      const ids: string[] = []
      for (const theme of args) ids.push(await changeTheme(store, theme, change))
      return ids.map((id) => `${id} ${flags.off === true ? undone : done}`).join('\n')
    })
      .argument('<themes...>', 'ids, numbers, or words of the labels')
      .option(off, 'undo this', false)
  }
}

async function build(
  store: ThemeStore,
  { count, seed: given = [], sample, belonging, ignoreWords, fresh }: BuildFlags
): Promise<ThemeList> {
  const seeds = given.filter((text) => text.includes(':')).map(parseThemeSeed)
  const seed = given.findLast((text) => !text.includes(':')) ?? String(THEMES_DEFAULTS.seed)
  // Probably a theme without its colon. As a random seed it would discard the previous themes.
  if (/[\s,]/.test(seed))
    throw new Failure(
      `--seed “${seed}” is no seed; expected one word or number, or a theme such as "Hiring: hiring, recruit"`
    )
  const ignore = ignoreWords === undefined ? undefined : ignoreWords === false ? [] : await readWords(ignoreWords)
  const { sentences } = await store.describe()
  process.stderr.write(`building the themes of ${counted(sentences, 'sentence')} …\n`)
  const kept = ignore === undefined ? (await readIgnoredWords(store)).length : 0
  if (kept > 0)
    process.stderr.write(
      `${counted(kept, 'word')} of an earlier --ignore-words ${kept === 1 ? 'names' : 'name'} no theme; --no-ignore-words forgets ${kept === 1 ? 'it' : 'them'}\n`
    )
  const groups = (await readableRun(store))?.themes.groups ?? []
  let progress: Progress | undefined
  let last = ''
  const done = await buildThemes(store, {
    ...{ seed, seeds, sample, belonging, fresh },
    ...(ignore === undefined ? {} : { ignore }),
    ...(count === undefined ? {} : { count }),
    onProgress(step, some, of) {
      if (step !== last) progress?.end()
      if (step !== last) progress = createProgress({ label: step, total: of, unit: 'sentences' })
      last = step
      progress!.update(some)
    }
  })
  progress?.end()
  if (!done)
    process.stderr.write(
      'documents and options are unchanged, so the themes are too; --fresh builds them again anyway\n'
    )
  const list = await listThemes(store)
  if (!done) return list
  const stored = await readSeeds(store)
  const run = await readableRun(store)
  const own = new Map(
    run?.themes.themes.flatMap(({ id, seed }) => (seed === undefined ? [] : [[seed, storedThemes(list, id)]]))
  )
  for (const { name, sentences, elsewhere } of stored.length === 0 ? [] : await countSeeds(store, stored, own))
    process.stderr.write(
      `“${name}”: ${counted(sentences, 'sentence')} with its words, ${elsewhere.toLocaleString('en-US')} of them in other themes or none\n`
    )
  const now = new Set(run?.themes.groups.map(({ id }) => id))
  const gone = groups.filter(({ id }) => !now.has(id))
  for (const line of lostEdits(list.changes, await readEdits(store), gone)) process.stderr.write(`${line}\n`)
  return list
}

/** Reads words, one a line. */
async function readWords(file: string): Promise<string[]> {
  const words: string[] = []
  for await (const { text } of readLines(file)) if (text.trim() !== '') words.push(text.trim())
  return words
}

function print<T>(value: T, json: boolean, text: (value: T) => string): void {
  if (json) printJson(value)
  else process.stdout.write(text(value))
}
