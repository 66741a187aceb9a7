import { Failure, decimal, printJson, wholeNumber, type Markup } from '@leitmotif/command'
import { Command, Option } from 'commander'
import { extname } from 'node:path'
import { compareCollections, type CollectionComparison } from '../analytics/collection-comparison.js'
import { exportAnswer, prepareExport, writeAnswer, EXPORT_ENDS } from '../analytics/answer-export.js'
import {
  flatComparison,
  flatOutliers,
  flatShares,
  flatTogether,
  flatTrends,
  flatTypical,
  type FlatTable
} from '../analytics/flat-table.js'
import { findOutliers } from '../analytics/outliers.js'
import { MOST_VALUES, sharesOverTime, themeShares } from '../analytics/shares.js'
import { overTimeText, sharesText } from './text/shares-text.js'
import { comparisonText, outliersText, togetherText, trendsText, typicalText } from './text/analytics-themes-text.js'
import { THEME_LEVELS, type ThemeLevel } from '../analytics/theme-table.js'
import { themesTogether } from '../analytics/theme-cooccurrence.js'
import { themeTrends } from '../analytics/trends.js'
import { typicalOf } from '../analytics/typical.js'
import { collectionOption, inOption, jsonOption, withCollection, type PlaceFlags } from '../collection/collection.js'
import { DATE_INTERVALS, type DateInterval } from '../store/dates.js'
import { needPassing } from '../search/filter-sample.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import { answerPage, collectionPage, reportCollection, REPORT_THEMES } from '../report/collection-report.js'
import { fieldSection, overTimeSection, shareSection } from '../report/share-sections.js'
import {
  comparisonSections,
  outliersSection,
  togetherSection,
  trendsSection,
  typicalSection
} from '../report/theme-sections.js'
import type { Filter, ThemeStore } from '../store/store.js'

interface Flags extends PlaceFlags {
  readonly json: boolean
  readonly export?: string
}

interface TimeFlags extends Flags {
  readonly field?: string
  readonly interval?: DateInterval
  readonly step?: number
  readonly level?: ThemeLevel
  readonly filter?: readonly string[]
}

/** Themes over time, rising, falling, together … */
export function analyticsCommand(): Command {
  const analytics = new Command('analytics').description(
    'Says how much a collection talks about each theme: by field, over time, together; and writes a report of it.'
  )
  const answer = (name: string, description: string): Command =>
    analytics
      .command(name)
      .description(description)
      .addOption(inOption())
      .addOption(collectionOption())
      .addOption(jsonOption())
  const told = (name: string, description: string): Command =>
    answer(name, description).option(
      '--export <file>',
      `write the whole answer to a file that ends in ${EXPORT_ENDS.join(', ')}`
    )

  told('share', 'Shows how much of all sentences, or of those of each value of a field, is on each theme.')
    .option('--by <field>', 'the field whose values stand side by side; left out, all sentences are one')
    .option('--values <count>', 'values at most, those with most sentences', wholeNumber(1, 1000), MOST_VALUES)
    .addOption(levelOption())
    .addOption(filterOption('--filter', 'only sentences with'))
    .action(async (flags: TimeFlags & { readonly by?: string; readonly values: number }) => {
      const { by, values } = flags
      await tell(flags, async (store) => {
        const level = flags.level ?? (by === undefined ? 'tree' : 'themes')
        const shares = await themeShares(store, {
          values,
          level,
          ...(by !== undefined && { by }),
          ...(await filterOf(store, flags))
        })
        const page = by === undefined ? shareSection(shares) : fieldSection(shares)
        return { value: shares, table: flatShares(shares), text: sharesText(shares), page }
      })
    })

  overTime(told('over-time', 'Shows the share of each theme from one time to the next.'))
    .option('--theme <theme>', 'one theme or group: its id, its number, or words of its label')
    .action(async (flags: TimeFlags & { readonly theme?: string }) => {
      const { theme } = flags
      await tell(flags, async (store) => {
        const shares = await sharesOverTime(store, {
          ...(theme !== undefined && { theme }),
          ...(await timesOf(store, flags))
        })
        return { value: shares, table: flatShares(shares), text: overTimeText(shares), page: overTimeSection(shares) }
      })
    })

  overTime(told('trends', 'Shows which themes rise and which fall, beyond chance.')).action(
    async (flags: TimeFlags) => {
      await tell(flags, async (store) => {
        const trends = await themeTrends(store, await timesOf(store, flags))
        return { value: trends, table: flatTrends(trends), text: trendsText(trends), page: trendsSection(trends) }
      })
    }
  )

  told('together', 'Shows which themes stand in the same documents more often than by chance.')
    .addOption(countOption('pairs', 20))
    .addOption(filterOption('--filter', 'only sentences with'))
    .action(async (flags: TimeFlags & { readonly count: number }) => {
      await tell(flags, async (store) => {
        const together = await themesTogether(store, await filterOf(store, flags))
        const text = togetherText(together, flags.count)
        return { value: together, table: flatTogether(together), text, page: togetherSection(together) }
      })
    })

  told('typical', 'Shows the documents and passages that a theme is best seen in.')
    .argument('<theme>', 'its id, its number, or words of its label')
    .addOption(countOption('documents and passages, each', 5))
    .addOption(filterOption('--filter', 'only sentences with'))
    .action(async (theme: string, flags: TimeFlags & { readonly count: number }) => {
      const { count } = flags
      await tell(flags, async (store) => {
        const typical = await typicalOf(store, theme, {
          documents: count,
          passages: count,
          ...(await filterOf(store, flags))
        })
        const page = typicalSection([typical])
        return { value: typical, table: flatTypical(typical), text: typicalText(typical), page }
      })
    })

  told('outliers', 'Shows the sentences farthest from every theme, and the documents least like the collection.')
    .addOption(countOption('sentences and documents, each', 10))
    .addOption(filterOption('--filter', 'only sentences with'))
    .action(async (flags: TimeFlags & { readonly count: number }) => {
      await tell(flags, async (store) => {
        const outliers = await findOutliers(store, { most: flags.count, ...(await filterOf(store, flags)) })
        const text = outliersText(outliers)
        return { value: outliers, table: flatOutliers(outliers), text, page: outliersSection(outliers) }
      })
    })

  told('compare', "Compares two collections that were encoded alike by one another's themes.")
    .requiredOption('--with <place>', 'where the other collection lies, as --in')
    .option('--with-collection <name>', "the other's name, as --collection")
    .action(async (flags: Flags & { readonly with: string; readonly withCollection?: string }) => {
      const other = { in: flags.with, ...(flags.withCollection !== undefined && { collection: flags.withCollection }) }
      await tell(flags, (store) =>
        withCollection(other, undefined, 'read', async (second) => {
          const comparison = apart(await compareCollections(store, second), flags)
          const text = comparisonText(comparison)
          return { value: comparison, table: flatComparison(comparison), text, page: comparisonSections(comparison) }
        })
      )
    })

  answer('report', 'Writes what a collection talks about as one HTML page that needs nothing else.')
    .requiredOption('--out <file>', 'the page, a file that ends in .html')
    .option('--field <field>', FIELD)
    .addOption(intervalOption())
    .addOption(stepOption())
    .option(
      '--by <field>',
      'a field whose values stand side by side; may be repeated; left out, each keyword of few values',
      (field: string, before: readonly string[] | undefined) => [...(before ?? []), field]
    )
    .option('--themes <count>', 'themes with charts and passages', wholeNumber(1, 100), REPORT_THEMES)
    .addOption(filterOption('--filter', 'only sentences with'))
    .action(async (flags: ReportFlags) => {
      const { out, field, interval, step, by, themes } = flags
      if (extname(out).toLowerCase() !== '.html') throw new Failure(`--out ${out}: expected a file that ends in .html`)
      await prepareExport(out)
      const report = await withCollection(flags, undefined, 'read', async (store) =>
        reportCollection(store, {
          ...{ themes, ...(field !== undefined && { field }), ...(by && { by }) },
          ...{ ...(interval && { interval }), ...(step && { step }) },
          ...(await filterOf(store, flags))
        })
      )
      await writeAnswer(out, collectionPage(report))
      if (flags.json) printJson(report)
      else process.stderr.write(`${out} written\n`)
    })
  return analytics
}

/** Two collections of one name are told apart by where they lie. */
function apart(comparison: CollectionComparison, flags: Flags & { readonly with: string }): CollectionComparison {
  const { a, b } = comparison
  if (a.collection !== b.collection) return comparison
  return { ...comparison, a: { ...a, collection: flags.in }, b: { ...b, collection: flags.with } }
}

interface ReportFlags extends TimeFlags {
  readonly out: string
  readonly by?: readonly string[]
  readonly themes: number
}

/** An answer in every form. */
interface Told {
  readonly value: unknown
  readonly table: FlatTable
  readonly text: string
  readonly page: Markup
}

/** Opens the collection, and prints or writes the answer. */
async function tell(flags: Flags, ask: (store: ThemeStore) => Promise<Told>): Promise<void> {
  const { json, export: file } = flags
  // A name that no form belongs to, or no folder, is refused before the work.
  if (file !== undefined) await prepareExport(file)
  const [told, name] = await withCollection(flags, undefined, 'read', async (store) => [
    await ask(store),
    (await store.describe()).collection
  ])
  const { value, table, text, page } = told
  if (file !== undefined) await exportAnswer(file, { value, table, page: () => answerPage(name, page) })
  if (json) printJson(value)
  else process.stdout.write(text)
}

function overTime(command: Command): Command {
  return command
    .option('--field <field>', FIELD)
    .addOption(intervalOption())
    .addOption(stepOption())
    .addOption(levelOption())
    .addOption(filterOption('--filter', 'only sentences with'))
}

const FIELD = 'the date or number that time runs along; left out, the only date, or the only numbers named as years'

function intervalOption(): Option {
  return new Option('--interval <interval>', 'of dates, how long each time is; left out, it is chosen').choices(
    DATE_INTERVALS
  )
}

function stepOption(): Option {
  return new Option(
    '--step <width>',
    'of numbers, how wide each time is, as 10 for decades; left out, it is chosen'
  ).argParser(decimal(1e-6, 1e12))
}

function levelOption(): Option {
  return new Option('--level <level>', 'themes, or the groups at the top, or the whole tree').choices(THEME_LEVELS)
}

function countOption(what: string, count: number): Option {
  return new Option('-n, --count <count>', `${what}, at most`).argParser(wholeNumber(1, 1000)).default(count)
}

/** The filter that is asked for. @throws Failure for one that cannot be read, or that no sentence passes. */
async function filterOf(store: ThemeStore, { filter }: TimeFlags): Promise<{ filter?: Filter }> {
  if (filter === undefined) return {}
  const named = await namedFilter(store, filter)
  await needPassing(store, named)
  return { filter: named }
}

async function timesOf(store: ThemeStore, flags: TimeFlags) {
  const { field, interval, step, level } = flags
  return {
    ...(field !== undefined && { field }),
    ...(interval && { interval }),
    ...(step && { step }),
    ...(level && { level }),
    ...(await filterOf(store, flags))
  }
}
