import { printable } from '@leitmotif/command'
import { FILTERS, type Filter, type Tally, type Unit } from './section-filters.js'
import type { MiningOptions } from './options.js'
import type { Split } from './split.js'

const MAX_EXAMPLES = 5
const MAX_EXAMPLE_LENGTH = 160

/** The items dropped by a filter. */
interface Dropped {
  readonly count: number
  /** The first five, of different articles, cut to 160 characters. */
  readonly examples: readonly { readonly article: string; readonly text: string }[]
}

/** The counts of a run of mining. */
export interface MiningReport {
  readonly corpora: readonly string[]
  readonly kind: 'sentences' | 'titles'
  readonly split: Split | 'all'
  readonly labelled: boolean
  readonly options: MiningOptions
  /** read = otherParts + too few sections + withoutTriplets + withTriplets. Damaged items are not included. */
  readonly articles: {
    readonly read: number
    readonly damaged: number
    /** Of other parts of the split. */
    readonly otherParts: number
    readonly withoutTriplets: number
    readonly withTriplets: number
  }
  /** In the order of filtering. `kept`: items that passed this unit's filters. */
  readonly stages: Readonly<
    Record<Unit, { readonly kept: number; readonly dropped: Readonly<Record<string, Dropped>> }>
  >
  /** The first triplets, of different articles. */
  readonly examples: readonly { readonly pivot: string; readonly positive: string; readonly negative: string }[]
}

/** A tally for a report. */
export interface ReportTally extends Tally {
  /** Sets the article of the next calls. */
  begin(article: string): void
  /** Records an article's triplets. */
  addTriplets(
    triplets: readonly { readonly [part in 'pivot' | 'positive' | 'negative']: { readonly text: string } }[]
  ): void
  stages(): MiningReport['stages']
  examples(): MiningReport['examples']
}

export function createReportTally(): ReportTally {
  const kept = new Map<Unit, number>()
  const dropped = new Map<Filter, { count: number; examples: { article: string; text: string }[] }>()
  const triplets: { pivot: string; positive: string; negative: string }[] = []
  let article = ''
  return {
    begin(id) {
      article = id
    },
    keep(unit, count) {
      kept.set(unit, (kept.get(unit) ?? 0) + count)
    },
    drop(filter, example) {
      let entry = dropped.get(filter)
      if (entry === undefined) dropped.set(filter, (entry = { count: 0, examples: [] }))
      entry.count++
      if (example === '' || entry.examples.length === MAX_EXAMPLES || entry.examples.at(-1)?.article === article) return
      entry.examples.push({ article, text: clip(example) })
    },
    addTriplets(given) {
      const first = given.at(0)
      if (first === undefined || triplets.length === MAX_EXAMPLES) return
      const { pivot, positive, negative } = first
      triplets.push({ pivot: clip(pivot.text), positive: clip(positive.text), negative: clip(negative.text) })
    },
    stages() {
      const stages = (Object.keys(FILTERS) as Unit[]).map((unit) => {
        const filters = FILTERS[unit].map((filter) => [filter, dropped.get(filter) ?? { count: 0, examples: [] }])
        return [unit, { kept: kept.get(unit) ?? 0, dropped: Object.fromEntries(filters) as Record<string, Dropped> }]
      })
      return Object.fromEntries(stages) as MiningReport['stages']
    },
    examples: () => triplets
  }
}

function clip(text: string): string {
  const line = text
    .slice(0, 4 * MAX_EXAMPLE_LENGTH)
    .replace(/\s+/g, ' ')
    .trim()
  return printable(line.length > MAX_EXAMPLE_LENGTH ? `${line.slice(0, MAX_EXAMPLE_LENGTH - 1).trimEnd()}…` : line)
}

/** Returns the report as text. */
export function reportText(report: MiningReport): string {
  const { articles } = report
  const number = (count: number): string => count.toLocaleString('en-US').padStart(11)
  const lines = [
    `Mined ${report.kind === 'titles' ? 'title' : 'sentence'} triplets (${report.split}) from ${report.corpora.join(', ')}`,
    '',
    'articles read',
    `${number(articles.read)}  in all${articles.damaged > 0 ? `; ${articles.damaged} more could not be read` : ''}`
  ]
  if (articles.otherParts > 0) lines.push(`${number(articles.otherParts)}  of other parts, skipped`)
  lines.push(
    `${number(articles.withTriplets)}  gave triplets`,
    `${number(articles.withoutTriplets)}  had enough sections but gave none`
  )
  for (const [unit, { kept, dropped }] of Object.entries(report.stages)) {
    lines.push('', unit, `${number(kept)}  kept`)
    for (const [filter, { count, examples }] of Object.entries(dropped)) {
      if (count === 0) continue
      lines.push(`${number(count)}  dropped: ${filter}`)
      for (const example of examples) lines.push(`${' '.repeat(15)}${example.text}  (${printable(example.article)})`)
    }
  }
  lines.push('', 'some triplets')
  for (const { pivot, positive, negative } of report.examples) {
    lines.push(`    pivot     ${pivot}`, `    positive  ${positive}`, `    negative  ${negative}`, '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}
