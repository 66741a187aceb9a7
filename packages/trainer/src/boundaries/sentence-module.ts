import { base64Lines } from './base64-lines.js'

/** What sections cost by rows of `static` alone, and with rows of `sentences` beside. */
export interface SentenceWeights {
  readonly alone: readonly number[]
  readonly withSentences: readonly number[]
}

/** The module of the encoder that holds what sections of sentences cost, as learned from rows of that fingerprint. */
export function sentenceWeightsModule(
  fingerprint: string,
  { alone, withSentences }: SentenceWeights,
  metric: Int8Array
): string {
  return `// Made by \`leitmotif-train sentence-boundaries\` from the training part of the articles; made again, not edited.

/** The fingerprint of the network \`static\` whose rows it was learned from: it fits the rows of no other. */
export const SENTENCE_FINGERPRINT = '${fingerprint}'

/** What sections cost by rows of \`static\` alone, in the order of \`sentenceLayout\`. */
export const SENTENCE_WEIGHTS: readonly number[] = [
  ${filled(alone)}
]

/** And with rows of \`sentences\` beside. */
export const SENTENCE_WEIGHTS_OF_TWO: readonly number[] = [
  ${filled(withSentences)}
]

/** Directions by which sections of sentences are told apart, packed: \`packMetric\`. */
export const SENTENCE_METRIC = \`
${base64Lines(metric)}
\`
`
}

/** Numbers in lines as long as the project's, as Prettier would have them. */
function filled(weights: readonly number[]): string {
  const numbers = weights.map((weight) => Number(weight.toFixed(3))).join(', ')
  return numbers.replace(/(?!.{1,118}$)(.{1,117},) /g, '$1\n  ')
}
