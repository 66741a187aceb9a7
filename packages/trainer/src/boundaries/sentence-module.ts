import { base64Lines } from './base64-lines.js'

/** The module of the encoder that holds what sections of sentences cost, as learned from rows of that fingerprint. */
export function sentenceWeightsModule(fingerprint: string, weights: readonly number[], metric: Int8Array): string {
  return `// Made by \`leitmotif-train sentence-boundaries\` from the training part of the articles; made again, not edited.

/** The fingerprint of the network \`static\` whose rows it was learned from: it fits the rows of no other. */
export const SENTENCE_FINGERPRINT = '${fingerprint}'

/** What each figure of \`sentenceEvidence\` costs. */
export const SENTENCE_WEIGHTS: readonly number[] = [
  ${weights.map((weight) => Number(weight.toFixed(3))).join(', ')}
]

/** Directions by which sections of sentences are told apart, packed: \`packMetric\`. */
export const SENTENCE_METRIC = \`
${base64Lines(metric)}
\`
`
}
