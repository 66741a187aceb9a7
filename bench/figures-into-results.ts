/**
 * Writes what figures-of-sentences.sh measured into the tables of RESULTS.md and of the bundle's README.md. What was not
 * measured stays, and is named; so does the text around the tables. The rows that change are printed.
 *
 *     node bench/dist/figures-into-results.js OUT BUNDLE
 *
 * OUT and BUNDLE as figures-of-sentences.sh has them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [out, bundle] = process.argv.slice(2)
if (process.argv.length !== 4) {
  process.stderr.write('usage: node bench/dist/figures-into-results.js OUT BUNDLE\n')
  process.exit(2)
}

/** Files of OUT that are not there. */
const missing = new Set<string>()

/** A figure of a file of OUT by its path; of an interval half its width. Undefined where the file is not there. */
function figure(file: string, path: string): number | undefined {
  const place = join(out, file)
  if (!existsSync(place)) {
    missing.add(file)
    return undefined
  }
  let found = JSON.parse(readFileSync(place, 'utf8')) as unknown
  for (const key of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[key]
  if (Array.isArray(found)) found = ((found[1] as number) - (found[0] as number)) / 2
  if (typeof found !== 'number') throw new Error(`${place} has no figure ${path}`)
  return found
}

type Values = readonly (number | undefined)[]
interface Row {
  /** The heading that it stands under. */
  readonly under: string
  readonly begins: RegExp
  /** Which of the rows that so begin. */
  readonly nth: number
  /** Of its figures in their order; undefined keeps what is there. */
  readonly values: Values
}

/** A file's text with figures put into its rows, each with as many digits as the one before it had. */
function rewritten(file: string, rows: readonly Row[]): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const { under, begins, nth, values } of rows) {
    const start = lines.indexOf(`## ${under}`)
    const end = lines.findIndex((line, i) => i > start && line.startsWith('## '))
    const within = start < 0 ? [] : [...lines.keys()].slice(start, end < 0 ? undefined : end)
    const at = within.filter((i) => begins.test(lines[i])).at(nth)
    if (at === undefined) throw new Error(`${file} has no row ${nth + 1} of ${String(begins)} under "${under}"`)
    let read = 0
    const line = lines[at].replace(/\d*\.\d+/g, (old) => {
      const value = values[read++]
      if (value === undefined) return old
      return value.toFixed(old.length - 1 - old.indexOf('.')).replace(/^0/, '')
    })
    if (read !== values.length) {
      throw new Error(`${file}:${at + 1} has ${read} figures, of which ${values.length} are known: ${lines[at]}`)
    }
    if (line !== lines[at]) process.stdout.write(`${file}:${at + 1}\n- ${lines[at]}\n+ ${line}\n`)
    lines[at] = line
  }
  return lines.join('\n')
}

const CORPORA = ['wikipedia', 'openstax', 'markdown-docs'] as const
const LABELS = ['Wikipedia', 'OpenStax', 'Markdown documents'] as const
const CONTEXTS = ['none', 'mean', 'article'] as const
const KEPT = [undefined, undefined, undefined] as const

/** A figure and the bounds of its interval. */
const within = (file: string, path: string, interval: string): Values =>
  [path, `${interval}.0`, `${interval}.1`].map((each) => figure(file, each))
/** A figure and half the width of its interval. */
const about = (file: string, path: string, interval: string): Values =>
  [path, interval].map((each) => figure(file, each))
const percent = (values: Values): Values => values.map((value) => (value === undefined ? undefined : 100 * value))

const tdc = (corpus: string, name: string, context: string): Values =>
  within(`tdc-headings-scb-${corpus}-${name}-${context}`, 'tdc.accuracy', 'tdc.interval')

const rows: Row[] = []
for (const name of ['sentences', 'both']) {
  const first = new RegExp(`^\\| \`${name}\` \\|`)
  CORPORA.forEach((corpus, nth) => {
    const begins = new RegExp(`^\\| .*\\| \`${name}\` \\|`)
    rows.push({ under: 'TDC', begins, nth, values: CONTEXTS.flatMap((context) => tdc(corpus, name, context)) })
    CONTEXTS.forEach((context, c) => {
      const begins = new RegExp(
        `^\\| ${LABELS[nth]} \\([^)]*\\) \\| \`${name}\`${['', ', less the mean', ', context'][c]} \\|`
      )
      const values = ['kmeans', 'iclust'].flatMap((method) =>
        ['mi', 'ami', 'ri', 'ari'].flatMap((measure) => {
          const file = `tdc-headings-scb-${corpus}-${name}-${context}`
          const path = `scb.${method}.${measure}`
          if (measure.length === 2) return [figure(file, path)]
          return about(file, path, `scb.intervals.${method}.${measure}`)
        })
      )
      rows.push({ under: 'Clustering (SCB-like)', begins, nth: 0, values })
    })
  })
  const negatives = CORPORA.flatMap((corpus) => [
    ...CONTEXTS.map((context) => figure(`tdc-headings-scb-${corpus}-${name}-${context}`, 'tdc.accuracy')),
    ...CONTEXTS.map((context) => figure(`tdc-article-${corpus}-${name}-${context}`, 'tdc.accuracy')),
    figure(`tdc-corpus-${corpus}-${name}-none`, 'tdc.accuracy')
  ])
  rows.push({ under: 'TDC', begins: first, nth: 0, values: negatives })
  const agreement = ['iclust.ami', 'iclust.ari', 'kmeans.ami', 'kmeans.ari'].map((path) =>
    figure(`tdc-headings-scb-wikipedia-${name}-none`, `scb.${path}`)
  )
  rows.push({ under: 'Clustering (SCB-like)', begins: first, nth: 0, values: agreement })

  const headings = (corpus: string, context: string, path: string): number | undefined =>
    figure(`tdc-headings-scb-${corpus}-${name}-${context}`, `headings.${path}`)
  const under = 'Heading retrieval'
  const each = CORPORA.flatMap((corpus) => ['none', 'article'].map((context) => [corpus, context] as const))
  const bySection = each.flatMap((of) => ['top1', 'intervals.top1', 'mrr'].map((path) => headings(...of, path)))
  const bySentence = each.flatMap((of) => ['top1', 'mrr'].map((path) => headings(...of, `bySentence.${path}`)))
  rows.push({ under, begins: first, nth: 0, values: bySection }, { under, begins: first, nth: 1, values: bySentence })
  const groups = [6, 7, 6] as const
  CORPORA.forEach((corpus, nth) => {
    for (const context of ['none', 'article']) {
      const values = Array.from({ length: groups[nth] }, (_, g) =>
        (nth === 0 ? ['top1'] : ['top1', 'mrr']).map((path) => headings(corpus, context, `byTitles.${g}.${path}`))
      ).flat()
      if (context === 'none') rows.push({ under, begins: first, nth: nth + 2, values })
      else rows.push({ under, begins: new RegExp(`^\\| \`${name}\`, context \\|`), nth, values })
    }
  })

  const relatedness = `relatedness-${name}`
  rows.push({
    under: 'Relatedness',
    begins: first,
    nth: 0,
    values: [
      ...['pearson', 'spearman', 'mse'].flatMap((path) =>
        within(relatedness, `relatedness.${path}`, `relatedness.intervals.${path}`)
      ),
      ...['pearson', 'spearman'].map((path) => figure(relatedness, `relatedness.cosine.${path}`))
    ]
  })
  const moves = `moves-wikipedia-${name}`
  const found = within(moves, 'moves.found', 'moves.intervals.found')
  const values = [...within(moves, 'moves.first', 'moves.firstInterval'), ...found, figure(moves, 'moves.wrong')]
  rows.push({ under: 'Moves', begins: first, nth: 0, values })
}
;['.3', '.5', '.7', '.9'].forEach((score, s) => {
  const values = ['found', 'wrong', 'precision'].map((path) =>
    figure('moves-wikipedia-sentences', `moves.atScores.${s}.${path}`)
  )
  // The cell that names the score, and what `static` has, stay.
  const begins = new RegExp(`^\\| \\${score} \\| [^|]* \\| [^|]* \\|$`)
  rows.push({ under: 'Moves', begins, nth: 0, values: [undefined, ...KEPT, ...values] })
})
const suggested = (key: string): Values =>
  CORPORA.flatMap((corpus) => {
    const path = `heading-suggestions.${key}`
    return about(`heading-suggestions-${corpus}`, `${path}.share`, `${path}.interval`)
  })
for (const [key, begins] of [
  ['first', /^\| `sentences` \|/],
  ['same', /^\| its own heading among/],
  ['sharing', /^\| one that shares words/],
  ['sharingFirst', /^\| as the very first/],
  ['exchanged', /^\| told not to match: two headings/],
  ['untouched', /^\| told not to match: headings as/]
] as const) {
  rows.push({ under: 'Headings of drafts', begins, nth: 0, values: suggested(key) })
}
for (const [file, begins] of [
  ['3-11', /^\| Choi 3-11, `sentences` \|/],
  ['3-5', /^\| Choi 3-5, `sentences` \|/],
  ['6-8', /^\| Choi 6-8, `sentences` \|/],
  ['9-11', /^\| Choi 9-11, `sentences` \|/],
  ['3-11-both', /^\| the first 100 of Choi 3-11, `both`/],
  ['cities', /^\| cities, `sentences` \|/]
] as const) {
  const paths = ['pk', 'intervals.pk', 'windowDiff', 'boundaryF1', 'givenCount.pk']
  const values = percent(paths.map((path) => figure(`segmentation-${file}`, `segmentation.${path}`)))
  rows.push({ under: 'Segmentation', begins, nth: 0, values })
}
const ofCard = CORPORA.flatMap((corpus, nth) =>
  ['none', 'article'].map((context) => ({
    under: 'How good it is',
    begins: context === 'none' ? new RegExp(`^\\| ${LABELS[nth]} \\(`) : /^\| the same, with context \|/,
    nth: context === 'none' ? 0 : nth,
    values: [...KEPT, ...tdc(corpus, 'sentences', context), ...KEPT, ...tdc(corpus, 'both', context), undefined]
  }))
)
const results = fileURLToPath(new URL('../RESULTS.md', import.meta.url))
const card = join(bundle, 'README.md')
const texts = [rewritten(results, rows), rewritten(card, ofCard)] // both, before either is written
;[results, card].forEach((file, i) => {
  writeFileSync(file, texts[i])
})
if (missing.size > 0) process.stderr.write(`not measured, and left as they were: ${[...missing].join(', ')}\n`)
