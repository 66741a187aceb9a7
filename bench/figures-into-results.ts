/**
 * Writes the figures that figures-of-sentences.sh measured into the tables of RESULTS.md and of the bundle's README.md, and
 * prints the rows that change. Figures without a measurement stay, and their files are listed.
 *
 *     node bench/dist/figures-into-results.js OUT BUNDLE
 *
 * OUT and BUNDLE: the arguments of figures-of-sentences.sh.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [out, bundle] = process.argv.slice(2)
if (process.argv.length !== 4) {
  process.stderr.write('usage: node bench/dist/figures-into-results.js OUT BUNDLE\n')
  process.exit(2)
}

/** Files that OUT lacks. */
const missing = new Set<string>()

/** Returns the figure at a dotted path of a file of OUT, or half the width of an interval; undefined if OUT lacks the file. */
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
  /** The section's heading. */
  readonly under: string
  readonly begins: RegExp
  /** Index among the section's rows that match. */
  readonly nth: number
  /** One for each figure of the row; undefined keeps the old one. */
  readonly values: Values
}

/** Returns a file's text with new figures in its rows, each with as many digits as the old one. */
function rewritten(file: string, rows: readonly Row[]): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const { under, begins, nth, values } of rows) {
    const start = lines.indexOf(`## ${under}`)
    const end = lines.findIndex((line, i) => i > start && line.startsWith('## '))
    const within = start < 0 ? [] : [...lines.keys()].slice(start, end < 0 ? undefined : end)
    const at = within.filter((i) => begins.test(lines[i])).at(nth)
    if (at === undefined)
      throw new Error(`${file} has no row ${nth + 1} that matches ${String(begins)} under "${under}"`)
    let read = 0
    const line = lines[at].replace(/\d*\.\d+/g, (old) => {
      const value = values[read++]
      if (value === undefined) return old
      return value.toFixed(old.length - 1 - old.indexOf('.')).replace(/^0/, '')
    })
    if (read !== values.length) {
      throw new Error(`${file}:${at + 1} has ${read} figures, expected ${values.length}: ${lines[at]}`)
    }
    if (line !== lines[at]) process.stdout.write(`${file}:${at + 1}\n- ${lines[at]}\n+ ${line}\n`)
    lines[at] = line
  }
  return lines.join('\n')
}

const CORPORA = ['wikipedia', 'openstax', 'markdown-docs'] as const
const LABELS = ['Wikipedia', 'OpenStax', 'Markdown documents'] as const
const CONTEXTS = ['none', 'article'] as const
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
  const add = (under: string, nth: number, values: Values, begins = first): void => {
    rows.push({ under, begins, nth, values })
  }
  const main = (corpus: string, context: string): string => `tdc-headings-scb-${corpus}-${name}-${context}`
  CORPORA.forEach((corpus, nth) => {
    const values = CONTEXTS.flatMap((context) => tdc(corpus, name, context))
    add('TDC', nth, values, new RegExp(`^\\| .*\\| \`${name}\` \\|`))
  })
  const negatives = CORPORA.flatMap((corpus) => [
    ...CONTEXTS.map((context) => figure(`tdc-article-${corpus}-${name}-${context}`, 'tdc.accuracy')),
    figure(`tdc-corpus-${corpus}-${name}-none`, 'tdc.accuracy')
  ])
  add('TDC', 0, negatives)
  for (const context of CONTEXTS) {
    const values = CORPORA.flatMap((corpus) =>
      ['kmeans', 'iclust'].flatMap((method) =>
        (corpus === 'wikipedia' ? ['ami', 'ari'] : ['ami']).flatMap((measure) =>
          about(main(corpus, context), `scb.${method}.${measure}`, `scb.intervals.${method}.${measure}`)
        )
      )
    )
    const begins = context === 'none' ? first : new RegExp(`^\\| \`${name}\`, context \\|`)
    add('Clustering (SCB-like)', 0, values, begins)
  }
  const bySection = CORPORA.flatMap((corpus) =>
    CONTEXTS.flatMap((context) => about(main(corpus, context), 'headings.top1', 'headings.intervals.top1'))
  )
  add('Heading retrieval', 0, bySection)
  const bySentence = CORPORA.map((corpus) => figure(main(corpus, 'none'), 'headings.bySentence.top1'))
  add('Heading retrieval', 1, bySentence)

  const relatedness = `relatedness-${name}`
  add('Relatedness', 0, [
    ...['pearson', 'spearman', 'mse'].flatMap((path) =>
      within(relatedness, `relatedness.${path}`, `relatedness.intervals.${path}`)
    ),
    ...['pearson', 'spearman'].map((path) => figure(relatedness, `relatedness.cosine.${path}`))
  ])
  const moves = `moves-wikipedia-${name}`
  const found = within(moves, 'moves.found', 'moves.intervals.found')
  add('Moves', 0, [...within(moves, 'moves.first', 'moves.firstInterval'), ...found, figure(moves, 'moves.wrong')])
}
;['.3', '.5', '.7', '.9'].forEach((score, s) => {
  const values = ['found', 'wrong', 'precision'].map((path) =>
    figure('moves-wikipedia-sentences', `moves.atScores.${s}.${path}`)
  )
  // Keeps the score's own cell and the figures of `static`.
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
  ['sharingFirst', /^\| the first suggestion/],
  ['exchanged', /^\| two exchanged headings/],
  ['untouched', /^\| authors’ own headings/]
] as const) {
  rows.push({ under: 'Headings of drafts', begins, nth: 0, values: suggested(key) })
}
for (const [file, begins] of [
  ['3-11', /^\| Choi 3-11, `sentences` \|/],
  ['3-5', /^\| Choi 3-5, `sentences` \|/],
  ['6-8', /^\| Choi 6-8, `sentences` \|/],
  ['9-11', /^\| Choi 9-11, `sentences` \|/],
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
if (missing.size > 0) process.stderr.write(`not measured, figures kept: ${[...missing].join(', ')}\n`)
