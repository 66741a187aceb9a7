/**
 * Measures what themes gain by learning from more sentences than a sample, and how stable they are when the collection grows.
 *
 *     node bench/dist/theme-stability.js FILE [THEMES]      FILE: articles, as ../shared/data/markdown-docs.jsonl.gz
 *
 * Reads 200,000 sentences. A theme is kept if its sentences and those of an earlier theme have a Jaccard index of at least .3.
 */
import { assignThemes, loadEncoder, slice, splitSentences, type ThemeModel, type Vectors } from '@leitmotif/encoder'
import { blendNeighbours, decodeArticle, fitThemes, LEARNING, refineThemes } from '@leitmotif/encoder/stages'
import { createRandom, selectRows } from '@leitmotif/encoder/vectors'
import { readLines } from '@leitmotif/command'
import { fileURLToPath } from 'node:url'

const SENTENCES = 200_000
const SAMPLE = 20_000
const BLOCK = 16

const [file = '../shared/data/markdown-docs.jsonl.gz', themesText = '60'] = process.argv.slice(2)
const count = Number(themesText)
const texts: string[] = []
const passage: number[] = []
const article: number[] = []
let sections = 0
let articles = 0
for await (const { text } of readLines(file)) {
  for (const { paragraphs } of decodeArticle(JSON.parse(text)).sections) {
    sections++
    for (const paragraph of paragraphs) {
      for (const span of splitSentences(paragraph)) {
        texts.push(slice(paragraph, span))
        passage.push(sections)
        article.push(articles)
      }
    }
  }
  articles++
  if (texts.length >= SENTENCES) break
}
const encoder = await loadEncoder(fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url)))
const all = blendNeighbours(await encoder.encode(texts, { representation: 'static' }), passage)
process.stdout.write(`${texts.length} sentences of ${articles} articles, ${count} themes\n`)

interface Built {
  readonly sample: ThemeModel
  readonly learned: ThemeModel
}

/** Returns themes of a random `share` of the articles, fitted on a sample, then learned from more sentences. */
function build(share: number, seed: number, from?: ThemeModel): Built {
  const available = article.flatMap((a, i) => (createRandom(`article ${a}`).next() < share ? [i] : []))
  const chance = SAMPLE / available.length
  const drawn = available.filter((i) => createRandom(`${seed}/${Math.floor(i / BLOCK)}`).next() < chance)
  const rows = selectRows(all, drawn)
  const start = from === undefined ? {} : { from: from.themes.map(({ centroid }) => centroid) }
  const sample = fitThemes(rows, { count, seed, ...start })
  const { learn, finish } = refineThemes(sample)
  const blocks = createRandom(`${seed}/learning`).shuffle([
    ...Array(Math.ceil(available.length / LEARNING.block)).keys()
  ])
  for (const block of blocks.slice(0, Math.ceil((LEARNING.each * count) / LEARNING.block)))
    learn(selectRows(all, available.slice(block * LEARNING.block, (block + 1) * LEARNING.block)))
  return { sample, learned: finish(rows, 0.5).model }
}

const assign = (model: ThemeModel): ReturnType<typeof assignThemes> => assignThemes(all, { ...model, threshold: -1 })

function cohesionOf(model: ThemeModel, rows: Vectors = all): string {
  const { similarity } = assignThemes(rows, { ...model, threshold: -1 })
  return (similarity.reduce((sum, value) => sum + value, 0) / rows.count).toFixed(4)
}

/** Returns how many themes of the first model the second keeps, and the median Jaccard index. */
function keptOf(before: ThemeModel, now: ThemeModel): string {
  const [first, second] = [assign(before).theme, assign(now).theme]
  const shared = Array.from({ length: count }, () => new Float64Array(count))
  const sizes = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < all.count; i++) {
    if (first[i] < 0 || second[i] < 0) continue
    shared[first[i]][second[i]]++
    sizes[0][first[i]]++
    sizes[1][second[i]]++
  }
  const best = Array.from({ length: count }, (_, b) =>
    Math.max(...shared.map((row, a) => row[b] / Math.max(1, sizes[0][a] + sizes[1][b] - row[b])))
  ).sort((x, y) => x - y)
  return `${best.filter((value) => value >= 0.3).length} of ${count} kept, median Jaccard index ${best[count >> 1].toFixed(2)}`
}

const builds = [1, 2, 3].map((seed) => build(1, seed))
for (const which of ['sample', 'learned'] as const) {
  const cohesion = builds.map((built) => cohesionOf(built[which])).join(' ')
  const kept = keptOf(builds[0][which], builds[1][which])
  process.stdout.write(`${which}: mean cosine with three seeds ${cohesion}; from one seed to another ${kept}\n`)
}
for (const share of [0.8, 0.95]) {
  const before = build(share, 1).learned
  for (const [name, now] of [
    ['from new centres', builds[0].learned],
    ['from the old centres', build(1, 1, before).learned]
  ] as const) {
    process.stdout.write(`${share} → 1, ${name}: ${keptOf(before, now)}, mean cosine ${cohesionOf(now)}\n`)
  }
}
