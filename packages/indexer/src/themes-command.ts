import { createProgress, decimal, printJson, wholeNumber, type Progress } from '@leitmotif/command'
import { THEMES_DEFAULTS } from '@leitmotif/encoder'
import { Command } from 'commander'
import { inOption, jsonOption, withCollection } from './collection.js'
import { counted, paint, percent, textWidth, wrap } from './text-lines.js'
import { buildThemes, listThemes, showTheme, type ShownTheme, type ThemeList } from './themes-run.js'

/** Themes that are shown once they are built; `list` shows all. */
const TOP = 20

interface Flags {
  readonly in: string
  readonly json: boolean
}

interface BuildFlags extends Flags {
  readonly count?: number
  readonly seed: string
  readonly sample: number
  readonly belonging: number
}

/** `leitmotif themes`: what a collection talks about, and how much. */
export function themesCommand(): Command {
  const themes = new Command('themes').description('Finds and shows the themes of a collection.')
  themes
    .command('build')
    .description('Groups all sentences by theme and keeps the themes with the collection.')
    .addOption(inOption())
    .option('--count <themes>', 'number of themes, 1 to 1000; left out, it is chosen', wholeNumber(1, 1000))
    .option('--seed <text>', 'seed of every choice: the same gives the same themes', String(THEMES_DEFAULTS.seed))
    .option(
      '--sample <sentences>',
      'sentences that themes are fitted on at most, 100 to 200000; more take more memory',
      wholeNumber(100, 200_000),
      THEMES_DEFAULTS.sample
    )
    .option(
      '--belonging <share>',
      "how near a sentence must be to have a theme, as a share of the sentences' median, 0 (all have one) to 1",
      decimal(0, 1),
      THEMES_DEFAULTS.belonging
    )
    .addOption(jsonOption())
    .action(async (flags: BuildFlags) => {
      const { count, seed, sample, belonging } = flags
      const list = await withCollection(flags.in, undefined, 'write', async (store) => {
        const { sentences } = await store.describe()
        process.stderr.write(`finding the themes of ${counted(sentences, 'sentence')} …\n`)
        let progress: Progress | undefined
        const options = { seed, sample, belonging, ...(count === undefined ? {} : { count }) }
        const built = await buildThemes(store, options, (done) => {
          progress ??= createProgress({ label: 'assigning', total: sentences, unit: 'sentences' })
          progress.update(done)
        })
        progress?.end()
        return built
      })
      print(list, flags.json, (value) => listText(value, TOP))
    })
  themes
    .command('list')
    .description('Lists the themes, the largest first.')
    .addOption(inOption())
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      print(await withCollection(flags.in, undefined, 'read', listThemes), flags.json, listText)
    })
  themes
    .command('show')
    .description('Shows one theme: its words, its documents, its most typical sentences.')
    .argument('<theme>', 'its id, its number, or words of its label')
    .addOption(inOption())
    .option('-n, --sentences <count>', 'sentences and documents at most, 1 to 1000', wholeNumber(1, 1000), 10)
    .addOption(jsonOption())
    .action(async (theme: string, flags: Flags & { readonly sentences: number }) => {
      const shown = await withCollection(flags.in, undefined, 'read', (store) =>
        showTheme(store, theme, flags.sentences)
      )
      print(shown, flags.json, showText)
    })
  return themes
}

function print<T>(value: T, json: boolean, text: (value: T) => string): void {
  if (json) printJson(value)
  else process.stdout.write(text(value))
}

function listText({ themes, sentences, documents, unassigned, built }: ThemeList, most = Infinity): string {
  const lines = [
    `${counted(themes.length, 'theme')} of ${counted(sentences, 'sentence')} in ${counted(documents, 'document')}; ` +
      `${counted(unassigned, 'sentence')} (${percent(unassigned / sentences)}) without one`
  ]
  for (const theme of themes.slice(0, most)) {
    const size = `${percent(theme.share).padStart(6)}  ${counted(theme.sentences, 'sentence')} in ${counted(theme.documents, 'document')}`
    lines.push('', `${theme.id}  ${paint.bold(theme.label)}`, `  ${paint.dim(size)}`)
    for (const exemplar of theme.exemplars.slice(0, 1)) {
      for (const line of wrap(`“${exemplar.text}” (${exemplar.title})`, textWidth() - 10))
        lines.push(`          ${line}`)
    }
  }
  if (built !== sentences) {
    const change = `They were built when it had ${counted(built, 'sentence')}`
    lines.push('', `The collection has changed since. ${change}; leitmotif themes build finds them anew.`)
  }
  if (themes.length > most) lines.push('', `… and ${themes.length - most} more; leitmotif themes list shows all`)
  return `${lines.join('\n')}\n`
}

function showText(theme: ShownTheme): string {
  const columns = textWidth()
  const lines = [
    `${theme.id}  ${paint.bold(theme.label)}`,
    `${counted(theme.sentences, 'sentence')} (${percent(theme.share)}) in ${counted(theme.documents, 'document')}`,
    ...wrap(`words: ${theme.terms.map(({ term }) => term).join(', ')}`, columns),
    '',
    paint.bold('Most of it in'),
    ...theme.in.map(({ document, sentences }) => `${String(sentences).padStart(7)}  ${document}`),
    '',
    paint.bold('Most typical')
  ]
  for (const record of theme.nearest) {
    lines.push(`  ${paint.dim(record.themeSimilarity!.toFixed(2))}  ${[record.title, ...record.path].join(' › ')}`)
    for (const line of wrap(record.text, columns - 8)) lines.push(`        ${line}`)
  }
  return `${lines.join('\n')}\n`
}
