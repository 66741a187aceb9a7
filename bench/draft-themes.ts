/**
 * Measures how well the themes of drafts agree with their sections: validation articles as Markdown drafts, by `static`.
 *
 *     node bench/dist/draft-themes.js MOST CORPUS …
 *
 * MOST: maximum number of articles of each corpus, with 10 to 150 paragraphs and at least three sections under one title. Compares the
 * themes of drafts with those whose number is chosen against chance alone, often one.
 */
import { centerRows, chooseThemeCount, loadEncoder } from '@leitmotif/encoder'
import {
  blendNeighbours,
  findParagraphThemes,
  PARAGRAPH_THEMES_DEFAULTS,
  paragraphVectors,
  type Article
} from '@leitmotif/encoder/stages'
import { agreementOf, readPart } from '@leitmotif/trainer'
import { readDraftText } from '@leitmotif/encoder/draft'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODEL = fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url))
const PARAGRAPHS = [10, 150] as const
const SECTIONS = 3

const [most = '', ...corpora] = process.argv.slice(2)
if (!(Number(most) > 0) || corpora.length === 0) {
  process.stderr.write('node bench/dist/draft-themes.js MOST CORPUS …\n')
  process.exit(2)
}
const encoder = await loadEncoder(MODEL, { cache: 0 })

interface Measured {
  /** Whether the choice against chance alone gives one theme. */
  readonly single: boolean
  /** Adjusted Rand index against top-level sections, and against those of every level. */
  readonly top: number
  readonly every: number
}

async function measure({ title, sections }: Article): Promise<Measured | undefined> {
  const lines = sections.flatMap(({ heading, level, paragraphs }) => [
    ...(level > 0 ? [`${'#'.repeat(Math.min(6, level + 1))} ${heading}`] : []),
    ...paragraphs
  ])
  const draft = readDraftText([`# ${title}`, ...lines].join('\n\n'), 'markdown')
  const section = draft.paragraphs.map((paragraph) => paragraph.section)
  const topOf = (index: number): number =>
    draft.sections[index].parent < 0 ? index : topOf(draft.sections[index].parent)
  const top = section.map(topOf)
  const [least, greatest] = PARAGRAPHS
  if (section.length < least || section.length > greatest || new Set(top).size < SECTIONS) return undefined
  const paragraphs = draft.paragraphs.map(({ text }, p) => ({ text, path: draft.sections[section[p]].path }))
  const vectors = await encoder.encode(
    draft.sentences.map(({ text }) => text),
    { representation: 'static' }
  )
  const rows = paragraphVectors({ paragraphs, sentences: draft.sentences, vectors })
  const { theme } = findParagraphThemes(rows, section)
  const { count } = chooseThemeCount(centerRows(blendNeighbours(rows, section)), {
    most: PARAGRAPH_THEMES_DEFAULTS.most
  })
  return { single: count === 1, top: agreementOf(top, theme).ari, every: agreementOf(section, theme).ari }
}

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)

process.stdout.write(
  '| corpus | articles | of one theme by chance | top-level sections | by chance | every section | by chance |\n|---|---|---|---|---|---|---|\n'
)
for (const corpus of corpora) {
  const measured: Measured[] = []
  for await (const article of readPart([corpus], 'validation')) {
    const one = await measure(article)
    if (one !== undefined && measured.push(one) === Number(most)) break
  }
  const byChance = (of: 'top' | 'every'): string => mean(measured.map((one) => (one.single ? 0 : one[of])))
  const now = (of: 'top' | 'every'): string => mean(measured.map((one) => one[of]))
  const singles = measured.filter(({ single }) => single).length
  const cells = [basename(corpus), measured.length, singles, now('top'), byChance('top'), now('every')]
  process.stdout.write(`| ${[...cells, byChance('every')].join(' | ')} |\n`)
}
