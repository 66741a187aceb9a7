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
import { overTimeText, sharesText } from '../terminal/shares-text.js'
import {
  comparisonText,
  outliersText,
  togetherText,
  trendsText,
  typicalText
} from '../terminal/analytics-themes-text.js'
import { THEME_LEVELS, type ThemeLevel } from '../analytics/theme-table.js'
import { themesTogether } from '../analytics/theme-cooccurrence.js'
import { themeTrends } from '../analytics/trends.js'
import { typicalOf } from '../analytics/typical.js'
import { withCollection, type PlaceFlags } from '../store/collection.js'
import { DATE_INTERVALS, type DateInterval } from '../store/dates.js'
import { requireMatches } from '../search/filter-sample.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import {
  answerPage,
  collectionPage,
  reportCollection,
  REPORT_THEMES,
  timeLeftOut
} from '../report/collection-report.js'
import { overTimeSection, sharesSection } from '../report/share-sections.js'
import {
  comparisonSections,
  outliersSection,
  togetherSection,
  trendsSection,
  typicalSection
} from '../report/theme-sections.js'
import type { Filter, ThemeStore } from '../store/store.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

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

/** `leitmotif analytics`: statistics of themes, and a report of them. */
export function analyticsCommand(): Command {
  const analytics = new Command('analytics').description(
    'Measures how much a collection talks about each theme, by field and over time, and writes reports.'
  )
  const answer = (name: string, description: string): Command =>
    analytics
      .command(name)
      .description(description)
      .addOption(inOption())
      .addOption(collectionOption())
      .addOption(jsonOption())
  const exportable = (name: string, description: string): Command =>
    answer(name, description).option(
      '--export <file>',
      `also write the complete result to a file that ends in ${EXPORT_ENDS.join(', ')}`
    )

  exportable(
    'share',
    'Shows the share of each theme in all sentences, or in the sentences of each value of a field.\n\nExample: leitmotif analytics share --by author --in shelf'
  )
    .option('--by <field>', 'field whose values to compare (default: all sentences together)')
    .option(
      '--values <count>',
      'maximum number of values, most frequent first, 1 to 1000',
      wholeNumber(1, 1000),
      MOST_VALUES
    )
    .addOption(levelOption())
    .addOption(filterOption('--filter', 'only sentences that match'))
    .action(async (flags: TimeFlags & { readonly by?: string; readonly values: number }) => {
      const { by, values } = flags
      await printAnswer(flags, async (store) => {
        const shares = await themeShares(store, {
          values,
          ...(flags.level && { level: flags.level }),
          ...(by !== undefined && { by }),
          ...(await filterOf(store, flags))
        })
        const page = sharesSection(shares)
        return { value: shares, table: flatShares(shares), text: sharesText(shares), page }
      })
    })

  overTime(
    exportable(
      'over-time',
      'Shows the share of each theme over time.\n\nExample: leitmotif analytics over-time --in shelf'
    )
  )
    .option('--theme <theme>', 'only this theme or group: id, number, or words of the label')
    .action(async (flags: TimeFlags & { readonly theme?: string }) => {
      const { theme } = flags
      await printAnswer(flags, async (store) => {
        const shares = await sharesOverTime(store, {
          ...(theme !== undefined && { theme }),
          ...(await timesOf(store, flags))
        })
        return { value: shares, table: flatShares(shares), text: overTimeText(shares), page: overTimeSection(shares) }
      })
    })

  overTime(
    exportable(
      'trends',
      'Shows the themes that rise or fall significantly over time.\n\nExample: leitmotif analytics trends --in shelf'
    )
  ).action(async (flags: TimeFlags) => {
    await printAnswer(flags, async (store) => {
      const trends = await themeTrends(store, await timesOf(store, flags))
      return { value: trends, table: flatTrends(trends), text: trendsText(trends), page: trendsSection(trends) }
    })
  })

  exportable(
    'together',
    'Shows pairs of themes that share more documents than chance explains, strongest first.\n\nExample: leitmotif analytics together --in shelf'
  )
    .addOption(countOption('pairs', 20))
    .addOption(filterOption('--filter', 'only sentences that match'))
    .action(async (flags: TimeFlags & { readonly count: number }) => {
      await printAnswer(flags, async (store) => {
        const together = await themesTogether(store, await filterOf(store, flags))
        const text = togetherText(together, flags.count)
        return { value: together, table: flatTogether(together), text, page: togetherSection(together) }
      })
    })

  exportable(
    'typical',
    'Shows the most typical documents and passages of a theme.\n\nExample: leitmotif analytics typical 3 --in shelf'
  )
    .argument('<theme>', 'id, number, or words of the label')
    .addOption(countOption('documents, and of passages', 5))
    .addOption(filterOption('--filter', 'only sentences that match'))
    .action(async (theme: string, flags: TimeFlags & { readonly count: number }) => {
      const { count } = flags
      await printAnswer(flags, async (store) => {
        const typical = await typicalOf(store, theme, {
          documents: count,
          passages: count,
          ...(await filterOf(store, flags))
        })
        const page = typicalSection([typical])
        return { value: typical, table: flatTypical(typical), text: typicalText(typical), page }
      })
    })

  exportable(
    'outliers',
    'Shows the sentences least similar to any theme, and the documents least similar to the collection.\n\nExample: leitmotif analytics outliers --in shelf'
  )
    .addOption(countOption('sentences, and of documents', 10))
    .addOption(filterOption('--filter', 'only sentences that match'))
    .action(async (flags: TimeFlags & { readonly count: number }) => {
      await printAnswer(flags, async (store) => {
        const outliers = await findOutliers(store, { most: flags.count, ...(await filterOf(store, flags)) })
        const text = outliersText(outliers)
        return { value: outliers, table: flatOutliers(outliers), text, page: outliersSection(outliers) }
      })
    })

  exportable(
    'compare',
    'Compares two collections by the themes of both. Both must have the same encoder.\n\nExample: leitmotif analytics compare --in shelf --with other-shelf'
  )
    .requiredOption('--with <place>', 'the other collection, as for --in')
    .option('--with-collection <name>', "the other collection's name, as for --collection")
    .action(async (flags: Flags & { readonly with: string; readonly withCollection?: string }) => {
      const other = { in: flags.with, ...(flags.withCollection !== undefined && { collection: flags.withCollection }) }
      await printAnswer(flags, (store) =>
        withCollection(other, undefined, 'read', async (second) => {
          const comparison = withPlaces(await compareCollections(store, second), flags)
          const text = comparisonText(comparison)
          return { value: comparison, table: flatComparison(comparison), text, page: comparisonSections(comparison) }
        })
      )
    })

  answer(
    'report',
    'Writes a report on the themes of a collection as a self-contained HTML page.\n\n' +
      'Example: leitmotif analytics report --in shelf --out shelf.html'
  )
    .requiredOption('--out <file>', 'file to write; must end in .html')
    .option('--field <field>', FIELD)
    .addOption(intervalOption())
    .addOption(stepOption())
    .option(
      '--by <field>',
      'field whose values to compare; repeatable (default: every keyword field with few values)',
      (field: string, before: readonly string[] | undefined) => [...(before ?? []), field]
    )
    .option(
      '--themes <count>',
      'number of themes with charts and passages, 1 to 100',
      wholeNumber(1, 100),
      REPORT_THEMES
    )
    .addOption(filterOption('--filter', 'only sentences that match'))
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
      if (report.timeFields !== undefined) process.stderr.write(`${timeLeftOut(report.timeFields)}\n`)
      if (flags.json) printJson(report)
      else process.stderr.write(`${out} written\n`)
    })
  return analytics
}

/** If both collections have the same name, names them by their places. */
function withPlaces(comparison: CollectionComparison, flags: Flags & { readonly with: string }): CollectionComparison {
  const { a, b } = comparison
  if (a.collection !== b.collection) return comparison
  return { ...comparison, a: { ...a, collection: flags.in }, b: { ...b, collection: flags.with } }
}

interface ReportFlags extends TimeFlags {
  readonly out: string
  readonly by?: readonly string[]
  readonly themes: number
}

/** A result in all output formats. */
interface Output {
  readonly value: unknown
  readonly table: FlatTable
  readonly text: string
  readonly page: Markup
}

/** Opens the collection, and prints or writes the result. */
async function printAnswer(flags: Flags, ask: (store: ThemeStore) => Promise<Output>): Promise<void> {
  const { json, export: file } = flags
  // Rejects an unknown format or a missing folder before the work.
  if (file !== undefined) await prepareExport(file)
  const [output, name] = await withCollection(flags, undefined, 'read', async (store) => [
    await ask(store),
    (await store.describe()).collection
  ])
  const { value, table, text, page } = output
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
    .addOption(filterOption('--filter', 'only sentences that match'))
}

const FIELD =
  'date or number field of the time axis (default: the field date, else the only date, else the only number named like a year)'

function intervalOption(): Option {
  return new Option(
    '--interval <interval>',
    'for a date field, length of each time interval (default: chosen automatically)'
  ).choices(DATE_INTERVALS)
}

function stepOption(): Option {
  return new Option(
    '--step <width>',
    'for a number field, width of each interval, for example 10 for decades (default: chosen automatically)'
  ).argParser(decimal(1e-6, 1e12))
}

function levelOption(): Option {
  return new Option('--level <level>', 'themes, top-level groups, or the whole tree').choices(THEME_LEVELS)
}

function countOption(what: string, count: number): Option {
  return new Option('-n, --count <count>', `maximum number of ${what}, 1 to 1000`)
    .argParser(wholeNumber(1, 1000))
    .default(count)
}

/** Parses the filter. @throws Failure for an invalid filter, or one that no sentence matches. */
async function filterOf(store: ThemeStore, { filter }: TimeFlags): Promise<{ filter?: Filter }> {
  if (filter === undefined) return {}
  const named = await namedFilter(store, filter)
  await requireMatches(store, named)
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
