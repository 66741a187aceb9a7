import { Failure, printable } from '@leitmotif/command'
import { centerRows, chooseThemeCount, dot, row, type Encoder, type Vectors } from '@leitmotif/encoder'
import { divideHere, type Divide } from './sentence-division.js'

/** A sentence of any origin. */
export interface LooseSentence {
  readonly text: string
  /** Where it is from, to be named in the text. */
  readonly source?: string
}

/** A section of an organised text. */
interface OrganisedSection {
  /** Empty if there is only one theme, which a phrase would seldom cover; absent for the sentences that fit no theme. */
  readonly heading?: string
  readonly sentences: readonly LooseSentence[]
}

export interface OrganisedText {
  readonly sections: readonly OrganisedSection[]
  readonly markdown: string
}

/** Maximum number of sentences: each is compared with all others of its section. */
export const MAX_ORGANISED = 2000

/** Maximum number of sections. */
export const MAX_SECTIONS = 100

/**
 * Orders loose sentences into a text: sections by theme with headings, and in each section a chain from the sentence that is
 * most typical of it, each next to one that it is similar to. Sections follow one another in the same way, from the largest.
 * Sentences that fit no theme come last. Sources are numbered and listed at the end.
 * @throws Failure for no sentence, or more than MAX_ORGANISED.
 */
export async function organiseSentences(
  encoder: Encoder,
  sentences: readonly LooseSentence[],
  { count, divide = divideHere }: { readonly count?: number | undefined; readonly divide?: Divide } = {}
): Promise<OrganisedText> {
  if (sentences.length === 0 || sentences.length > MAX_ORGANISED) {
    throw new Failure(
      `${sentences.length} sentences; expected 1 to ${MAX_ORGANISED}; leave some out, or organise a part`
    )
  }
  const texts = sentences.map(({ text }) => text)
  const vectors = await encoder.encode(texts)
  const { themes, assignment } = await divide({
    sentences: texts,
    vectors,
    into: count ?? sectionsOf(vectors),
    exemplars: 0
  })
  const members = themes.map((): number[] => [])
  const rest: number[] = []
  for (const index of texts.keys()) (members[assignment.theme[index]] ?? rest).push(index)
  const centres = members.map((own) => meanOf(vectors, own))
  const order = chain(
    centres,
    members.map((own) => own.length)
  )
  const sections: OrganisedSection[] = order.map((theme) => {
    const own = members[theme]
    const rows = own.map((index) => row(vectors, index))
    const chained = chain(
      rows,
      rows.map((vector) => dot(vector, centres[theme]))
    )
    const heading = themes.length === 1 ? '' : themes[theme].heading
    return { heading, sentences: chained.map((at) => sentences[own[at]]) }
  })
  if (rest.length > 0) sections.push({ sentences: rest.map((index) => sentences[index]) })
  return { sections, markdown: markdownOf(sections) }
}

/**
 * Up to `most` sentences, even clear themes may divide no better than chance. A division is taken if its score is below that
 * of chance by no more than `by`, or `squared` over the square of the number of sentences. Of 120 sets of 9 to 14 sentences
 * on three themes, 108 are then divided, .95 of their sentences rightly; of 120 sets on a single theme, 27 are.
 */
const MISSED = { most: 24, by: 0.06, squared: 8 } as const

/** Returns how to choose the number of sections: that of the best division if the sentences are few. */
function sectionsOf(vectors: Vectors): number | 'medium' {
  if (vectors.count > MISSED.most) return 'medium'
  const { count, candidates } = chooseThemeCount(centerRows(vectors))
  if (count > 1 || candidates.length === 0) return 'medium'
  const best = candidates.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > -Math.min(MISSED.by, MISSED.squared / vectors.count ** 2) ? best.count : 1
}

function meanOf(vectors: Vectors, indices: readonly number[]): Float32Array {
  const mean = new Float32Array(vectors.dims)
  for (const index of indices) {
    const vector = row(vectors, index)
    for (let d = 0; d < mean.length; d++) mean[d] += vector[d] / indices.length
  }
  return mean
}

/** Share of a candidate's mean similarity to all that are placed already, beside that to the last one. */
const KEPT_THREAD = 0.5

/**
 * Returns the order of a chain: first the row of the highest weight, then always the one that is most similar to the last
 * and, by KEPT_THREAD, to all before it. Quadratic in the number of rows.
 */
function chain(rows: readonly Float32Array[], weights: readonly number[]): number[] {
  const left = new Set(rows.keys())
  const order: number[] = []
  const sums = new Float64Array(rows.length)
  while (left.size > 0) {
    let best = -1
    let highest = -Infinity
    for (const index of left) {
      let score = weights[index]
      if (order.length > 0) {
        const last = dot(rows[index], rows[order.at(-1)!])
        sums[index] += last
        score = last + (KEPT_THREAD * sums[index]) / order.length
      }
      if (score > highest) {
        highest = score
        best = index
      }
    }
    left.delete(best)
    order.push(best)
  }
  return order
}

function markdownOf(sections: readonly OrganisedSection[]): string {
  const numbers = new Map<string, number>()
  const cited = ({ text, source }: LooseSentence): string => {
    const line = plain(text)
    if (source === undefined) return line
    if (!numbers.has(source)) numbers.set(source, numbers.size + 1)
    return `${line} [${numbers.get(source)}]`
  }
  const parts = sections.map(({ heading, sentences }) => {
    const body = `${sentences.map(cited).join('\n')}\n`
    if (heading === undefined) return `## Other sentences\n\n${body}`
    return heading === '' ? body : `## ${plain(heading)}\n\n${body}`
  })
  const sources = [...numbers].map(([source, number]) => `${number}. ${plain(source)}`)
  return [...parts, ...(sources.length > 0 ? [`## Sources\n\n${sources.join('\n')}\n`] : [])].join('\n')
}

/** Returns a text on one line, in which nothing is markup or changes the direction of the text after it. */
function plain(text: string): string {
  return printable(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1')
}
