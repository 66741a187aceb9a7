import { counted, Failure, html, reportPage, type Markup } from '@leitmotif/command'
import { orderChanges } from '../analytics/trend-order.js'
import { findOutliers, type Outliers } from '../analytics/outliers.js'
import {
  countOverTime,
  keepThemes,
  MOST_VALUES,
  sharesOfTimes,
  themeShares,
  type Shares,
  type TimeTable
} from '../analytics/shares.js'
import { plainTimeField, severalTimeFields, timeFieldsOf } from '../analytics/time-fields.js'
import { timeName, type TimeScale } from '../analytics/timeline.js'
import { themesTogether, type Cooccurrence } from '../analytics/theme-cooccurrence.js'
import { trendsOfTimes, type Trends } from '../analytics/trends.js'
import { typicalOfAll, type Typical } from '../analytics/typical.js'
import { noMatches } from '../search/filter-sample.js'
import { filterInWords } from '../store/filter-words.js'
import type { CollectionDescription, Filter, ThemeStore } from '../store/store.js'
import { percent } from '../terminal/numbers.js'
import { overTimeSection, sharesSection } from './share-sections.js'
import { STYLE } from './report-style.js'
import { outliersSection, togetherSection, trendsSection, typicalSection } from './theme-sections.js'

/** The data of a report on a collection. */
export interface CollectionReport {
  readonly collection: CollectionDescription
  /** Only sentences that match are reported. */
  readonly filter?: Filter
  readonly shares: Shares
  /** Shares of groups, and of themes outside groups, over time; absent without a time field. */
  readonly overTime?: Shares
  /** The themes and groups of `overTime` whose change is not significant. */
  readonly insignificant?: ReadonlySet<string>
  readonly trends?: Trends
  /** The time fields of which the user must name one; absent unless time is left out for this reason. */
  readonly timeFields?: readonly string[]
  /** Shares by each keyword field that has two to twenty values. */
  readonly fields: readonly Shares[]
  readonly together: Cooccurrence
  readonly typical: readonly Typical[]
  readonly outliers: Outliers
}

export interface ReportOptions extends TimeScale {
  /** The time field. Default: that of `plainTimeField`. Without one, the report leaves out time. */
  readonly field?: string
  /** Keyword fields whose values are compared. Default: those with few values. */
  readonly by?: readonly string[]
  /** Number of the largest themes that get charts, rows by field and passages. */
  readonly themes?: number
  /** Report only sentences that match. */
  readonly filter?: Filter
}

/** Default number of themes with charts and passages. */
export const REPORT_THEMES = 12

/**
 * Computes the data of a report.
 * @throws Failure for a collection without matching sentences or themes, or an unknown field.
 */
export async function reportCollection(store: ThemeStore, options: ReportOptions = {}): Promise<CollectionReport> {
  const { interval, step, themes: most = REPORT_THEMES, filter } = options
  const only = filter === undefined ? {} : { filter }
  const collection = await store.describe()
  if (collection.sentences === 0)
    throw new Failure(
      `${collection.collection} holds no sentences, so there is nothing to report; index some documents first`
    )
  const field = options.field ?? plainTimeField(collection.fields)
  const timeFields = timeFieldsOf(collection.fields)
  const along =
    field === undefined ? undefined : { field, ...(interval && { interval }), ...(step && { step }), ...only }
  const shares = await themeShares(store, only)
  if (shares.keys.length === 0) throw noMatches(collection, filter ?? {})
  const counted = along && (await countOverTime(store, { ...along, level: 'tree' }))
  const outermost = counted && keepThemes(counted, ({ parent }) => parent === undefined)
  return {
    collection,
    ...only,
    shares,
    ...(counted &&
      outermost && {
        overTime: firstThemes(sharesOfTimes(outermost), most),
        insignificant: insignificantOf(outermost),
        trends: trendsOfTimes(keepThemes(counted, ({ kind }) => kind === 'theme'))
      }),
    ...(field === undefined && timeFields.length > 0 && { timeFields }),
    fields: await byField(store, collection, options, most),
    together: await themesTogether(store, only),
    typical: await typicalOfAll(
      store,
      largest(shares, most).map(({ id }) => id),
      { documents: 0, passages: 2, ...only }
    ),
    outliers: await findOutliers(store, { most: 6, ...only })
  }
}

/** Returns the themes and groups whose change over time may be chance. */
function insignificantOf(times: TimeTable): Set<string> {
  return new Set(trendsOfTimes(times).trends.flatMap(({ theme, direction }) => (direction === 'level' ? [theme] : [])))
}

/** Returns the largest themes, without groups. */
function largest({ themes, cells, keys }: Shares, most: number): Shares['themes'] {
  return themes
    .map((theme, row) => ({ theme, sentences: cells[row * keys.length].sentences }))
    .filter(({ theme }) => theme.kind === 'theme')
    .sort((a, b) => b.sentences - a.sentences)
    .slice(0, most)
    .map(({ theme }) => theme)
}

function firstThemes(shares: Shares, most: number): Shares {
  const themes = shares.themes.slice(0, most)
  return { ...shares, themes, cells: shares.cells.slice(0, themes.length * shares.keys.length) }
}

async function byField(
  store: ThemeStore,
  { fields }: CollectionDescription,
  { by, filter }: ReportOptions,
  most: number
): Promise<Shares[]> {
  const found: Shares[] = []
  for (const name of by ?? Object.keys(fields).filter((field) => fields[field] === 'keyword')) {
    if (by === undefined) {
      const values = (await store.count([name], filter)).filter(({ key }) => key[0] !== undefined)
      if (values.length < 2 || values.length > MOST_VALUES) continue
    }
    const shares = firstThemes(await themeShares(store, { by: name, ...(filter && { filter }) }), most)
    // Skips fields that group sentences as another field does, such as a site's licence beside the site.
    if (by === undefined && found.some((other) => dividesAlike(other, shares))) continue
    found.push(shares)
  }
  return found
}

/** Whether two fields group the sentences in the same way, whatever their values are called. */
function dividesAlike(one: Shares, other: Shares): boolean {
  const counts = ({ cells }: Shares): string => cells.map(({ sentences }) => sentences).join()
  return one.keys.length === other.keys.length && counts(one) === counts(other)
}

/** Returns a report as one self-contained HTML page: no scripts, files or network access. */
export function collectionPage(report: CollectionReport): string {
  const { collection, filter, shares, overTime, trends, fields, together, typical, outliers } = report
  const sections: [id: string, name: string, body: Markup][] = [
    ['about', 'What it talks about', sharesSection(shares)],
    ...(overTime
      ? [['time', 'Over time', overTimeSection(overTime, report.insignificant)] as [string, string, Markup]]
      : []),
    ...(trends ? [['trends', 'Rise and fall', trendsSection(trends)] as [string, string, Markup]] : []),
    ...fields.map((of): [string, string, Markup] => [`by-${of.by ?? ''}`, `By ${of.by ?? ''}`, sharesSection(of)]),
    ['together', 'What goes together', togetherSection(together)],
    ['passages', 'In its own words', typicalSection(typical)],
    ['outliers', 'Unlike the rest', outliersSection(outliers)]
  ]
  // With a filter, these are the numbers of matching documents and sentences.
  const { documents, sentences } = filter === undefined ? collection : shares.keys[0]
  const title = `${collection.collection}: themes`
  const body = html`<h1>${collection.collection} <span>themes</span></h1>
    <p class="facts">
      ${filter ? html`Only ${filterInWords(filter)} · ` : html``}${counted(documents, 'document')},
      ${counted(sentences, 'sentence')},
      ${counted(shares.themes.filter(({ kind }) => kind === 'theme').length, 'theme')}${period(overTime)}
    </p>
    <p class="lead">${summary(report)}</p>
    ${report.timeFields ? html`<p>${timeLeftOut(report.timeFields)}</p>` : html``}
    <nav>${sections.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
    ${sections.map(([, , of]) => of)} ${reading()}`
  return reportPage({ title, style: STYLE, body })
}

/** Says why a report leaves out time, and how to include it. */
export function timeLeftOut(timeFields: readonly string[]): string {
  return `Changes over time are left out: ${severalTimeFields(timeFields)}.`
}

/** Returns one answer as a separate page. */
export function answerPage(title: string, body: Markup): string {
  return reportPage({
    title,
    style: STYLE,
    body: html`<h1>${title}</h1>
      ${body}`
  })
}

function period(overTime: Shares | undefined): string {
  if (overTime === undefined || overTime.keys.length === 0) return ''
  const [first, last] = [overTime.keys[0], overTime.keys[overTime.keys.length - 1]].map(({ key }) =>
    timeName(key, overTime)
  )
  return `, ${first} to ${last}`
}

/** Summarizes the main findings in a few words. */
function summary({ shares, trends }: CollectionReport): string {
  const named = (themes: readonly { readonly label: string }[]): string => {
    const labels = themes.slice(0, 3).map(({ label }) => `“${label}”`)
    return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels[labels.length - 1]}`
  }
  const top = shares.themes
    .map(({ label, parent }, row) => ({ label, parent, share: shares.cells[row].share }))
    .filter(({ parent }) => parent === undefined)
    .slice(0, 3)
  const said = [
    top.length === 0
      ? 'It has no themes.'
      : `It talks most about ${named(top)}: together ${percent(top.reduce((sum, { share }) => sum + share, 0))} of its sentences.`
  ]
  const { rising, falling } = orderChanges(trends?.trends ?? [])
  for (const [name, changes] of [
    ['Rising', rising],
    ['Falling', falling]
  ] as const) {
    const broad = changes.filter(({ carriedBy }) => carriedBy === undefined)
    if (broad.length > 0) said.push(`${name}: ${named(broad)}.`)
  }
  return said.join(' ')
}

function reading(): Markup {
  return html`<section>
    <h2>How to read it</h2>
    <p>
      A theme is a group of sentences that are near one another in meaning, named by the words that set it apart. Shares
      are of sentences. Intervals are of 95 % and take into account that the sentences of one document are seldom on
      different themes. Of the changes and pairs that are called beyond chance, one in twenty is expected to be chance
      after all.
    </p>
  </section>`
}
