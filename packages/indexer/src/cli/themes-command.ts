import { counted, createProgress, decimal, Failure, printJson, wholeNumber, type Progress } from '@leitmotif/command'
import { THEMES_DEFAULTS } from '@leitmotif/encoder'
import { Command } from 'commander'
import {
  type PlaceFlags,
  collectionOption,
  inOption,
  jsonOption,
  placeArguments,
  withCollection
} from '../collection/collection.js'
import type { ThemeStore } from '../store/store.js'
import { buildThemes } from '../themes/build.js'
import { readEdits } from '../themes/theme-edits.js'
import { changeTheme, lostEdits, mergeThemes, resetThemes, type ThemeChange, themeName } from '../themes/editing.js'
import { listThemes, showTheme, type ThemeList } from '../themes/list.js'
import { readableRun } from '../themes/run.js'
import { changesText, listText, showText } from './text/themes-text.js'

/** Themes, and changes of each kind, that are shown once themes are built; `list` and `compare` show all. */
const TOP = 20

interface Flags extends PlaceFlags {
  readonly json: boolean
}

interface BuildFlags extends Flags {
  readonly count?: number
  readonly seed: string
  readonly sample: number
  readonly belonging: number
  readonly fresh: boolean
}

/** `leitmotif themes`: what a collection talks about, and how much. */
export function themesCommand(): Command {
  const themes = new Command('themes').description('Finds, shows and changes the themes of a collection.')
  const add = (usage: string, description: string): Command =>
    themes
      .command(usage)
      .description(description)
      .addOption(inOption())
      .addOption(collectionOption())
      .addOption(jsonOption())
  /** A command that changes themes and then says what it did. */
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
    'Groups all sentences by theme and keeps the themes with the collection; ids last from one time to the next.'
  )
    .option('--count <themes>', 'number of themes, 1 to 1000; left out, it is chosen', wholeNumber(1, 1000))
    .option(
      '--seed <text>',
      'seed of every choice: the same gives the same themes, another makes them start anew',
      String(THEMES_DEFAULTS.seed)
    )
    .option(
      '--sample <sentences>',
      'sentences that themes are fitted on, about, 100 to 200000; more take more memory',
      wholeNumber(100, 200_000),
      THEMES_DEFAULTS.sample
    )
    .option(
      '--belonging <share>',
      "how near a sentence must be to have a theme, as a share of the sentences' median, 0 (all have one) to 1",
      decimal(0, 1),
      THEMES_DEFAULTS.belonging
    )
    .option('--fresh', 'find them without regard to where those before were; what is found again keeps its id', false)
    .action(async (flags: BuildFlags) => {
      const list = await withCollection(flags, undefined, 'write', (store) => build(store, flags))
      const place = placeArguments(flags)
      print(list, flags.json, (value) => {
        const changes = value.changes === undefined ? '' : `\n${changesText(value.changes, place, TOP)}`
        return `${listText(value, place, TOP)}${changes}`
      })
    })
  add('list', 'Lists the themes in their groups, the largest first.').action(async (flags: Flags) => {
    const list = await withCollection(flags, undefined, 'read', listThemes)
    print(list, flags.json, (value) => listText(value, placeArguments(flags)))
  })
  add('show', 'Shows one theme or group: its words, its documents, its most typical sentences.')
    .argument('<theme>', 'its id, its number, or words of its label')
    .option('-n, --sentences <count>', 'sentences and documents at most, 1 to 1000', wholeNumber(1, 1000), 10)
    .action(async (theme: string, flags: Flags & { readonly sentences: number }) => {
      const shown = await withCollection(flags, undefined, 'read', (store) => showTheme(store, theme, flags.sentences))
      print(shown, flags.json, showText)
    })
  add('compare', 'Says what became of the themes of the time before: kept, new, gone, merged, split.').action(
    async (flags: Flags) => {
      const { changes } = await withCollection(flags, undefined, 'read', listThemes)
      print(changes ?? null, flags.json, (value) => changesText(value ?? undefined, placeArguments(flags)))
    }
  )
  addChange(
    'rename',
    'Names a theme or group; the name stays as long as builds find it again.',
    async (store, [theme, name]) => {
      const id = await changeTheme(store, theme, { name })
      return `${id} is now named “${themeName(name)}”`
    }
  )
    .argument('<theme>', 'its id, its number, or words of its label')
    .argument('<name>', 'its name')
  addChange(
    'merge',
    'Makes themes part of another, now and in all builds that find them again.',
    async (store, args, { into }) => {
      const [first, ...others] = args
      const target = typeof into === 'string' ? into : first
      const parts = typeof into === 'string' ? args : others
      const done = await mergeThemes(store, parts, target)
      return `${done.merged.join(', ')} ${done.merged.length === 1 ? 'is' : 'are'} part of ${done.into} now`
    }
  )
    .argument('<themes...>', 'their ids, numbers, or words of their labels')
    .option('--into <theme>', 'the theme that they are to be part of; left out, the first one')
  addToggle('pin', 'pinned', '--off', 'Keeps a theme as it is, with its label, however themes are built.', [
    'is pinned',
    'is not pinned any longer'
  ])
  addToggle('hide', 'hidden', '--off', 'Leaves a theme or group out of what is shown; its sentences stay.', [
    'is hidden',
    'is shown again'
  ])
  addChange('reset', 'Takes back names, merges, pins and what is hidden.', async (store, args, { all }) => {
    if (args.length > 0 === (all === true)) throw new Failure('name the themes to reset, or say --all')
    const ids = await resetThemes(store, all === true ? undefined : args)
    return all === true ? 'All themes are as they were found' : `${ids.join(', ')}: as found`
  })
    .argument('[themes...]', 'their ids, numbers, or words of their labels; or the id of a merged one')
    .option('--all', 'all of them', false)
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
      .argument('<themes...>', 'their ids, numbers, or words of their labels')
      .option(off, 'no longer', false)
  }
}

async function build(store: ThemeStore, { count, seed, sample, belonging, fresh }: BuildFlags): Promise<ThemeList> {
  const { sentences } = await store.describe()
  process.stderr.write(`finding the themes of ${counted(sentences, 'sentence')} …\n`)
  const groups = (await readableRun(store))?.themes.groups ?? []
  let progress: Progress | undefined
  let last = ''
  const done = await buildThemes(store, {
    ...{ seed, sample, belonging, fresh },
    ...(count === undefined ? {} : { count }),
    onProgress(step, some, of) {
      if (step !== last) progress?.end()
      if (step !== last) progress = createProgress({ label: step, total: of, unit: 'sentences' })
      last = step
      progress!.update(some)
    }
  })
  progress?.end()
  if (!done) process.stderr.write('nothing has changed since they were built; --fresh finds them anew all the same\n')
  const list = await listThemes(store)
  if (!done) return list
  const now = new Set((await readableRun(store))?.themes.groups.map(({ id }) => id))
  const gone = groups.filter(({ id }) => !now.has(id))
  for (const line of lostEdits(list.changes, await readEdits(store), gone)) process.stderr.write(`${line}\n`)
  return list
}

function print<T>(value: T, json: boolean, text: (value: T) => string): void {
  if (json) printJson(value)
  else process.stdout.write(text(value))
}
