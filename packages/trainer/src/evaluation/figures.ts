import type { Interval } from './bootstrap.js'
import type { Headings, Retrieval } from './headings.js'
import type { Scb } from './scb.js'
import type { Tdc } from './tdc.js'

/** The figures of the tasks that were measured. */
export interface Figures {
  tdc?: Tdc | undefined
  scb?: Scb | undefined
  headings?: Headings | undefined
}

/** For people, a line or a few for each task. */
export function figuresText({ tdc, scb, headings }: Figures): string {
  const lines = [
    ...(tdc === undefined ? [] : [tdcLine(tdc)]),
    ...(scb === undefined ? [] : scbLines(scb)),
    ...(headings === undefined ? [] : headingsLines(headings))
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function tdcLine({ accuracy, interval, triplets, articles }: Tdc): string {
  return `tdc ${accuracy.toFixed(4)} (${within(interval)}; ${triplets} triplets of ${articles} articles)`
}

function scbLines(scb: Scb): string[] {
  return (['kmeans', 'iclust'] as const).map((method) => {
    const measures = (['mi', 'ami', 'ri', 'ari'] as const).map(
      (measure) => `${measure} ${scb[method][measure].toFixed(4)} (${within(scb.intervals[method][measure])})`
    )
    return `scb ${method}: ${measures.join(', ')}; ${scb.sentences} sentences of ${scb.articles} articles`
  })
}

function headingsLines({ byTitles, ...all }: Headings): string[] {
  const ranks = ({ top1, mrr, chance, intervals }: Retrieval): string =>
    `top1 ${top1.toFixed(4)} (${within(intervals.top1)}; chance ${chance.top1.toFixed(4)}), ` +
    `mrr ${mrr.toFixed(4)} (${within(intervals.mrr)}; chance ${chance.mrr.toFixed(4)})`
  return [{ ...all, titles: 'any number of' }, ...byTitles].flatMap((some) => [
    `headings, ${some.titles} titles: ${ranks(some)}; ${some.sections} sections of ${some.articles} articles`,
    `headings, ${some.titles} titles, by sentence: ${ranks(some.bySentence)}; ${some.sentences} sentences`
  ])
}

function within([low, high]: Interval): string {
  return `${low.toFixed(3)} to ${high.toFixed(3)}`
}
