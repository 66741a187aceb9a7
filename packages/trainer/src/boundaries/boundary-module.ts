import { base64Lines } from './base64-lines.js'

/** The module of the encoder that holds the network of boundaries, as learned from rows of that fingerprint. */
export function boundaryWeightsModule(fingerprint: string, packed: Uint8Array): string {
  return `// Made by \`leitmotif-train boundary-network\` from the training part of the articles; made again, not edited.

/** The fingerprint of the network \`static\` whose rows it was learned from: it fits the rows of no other. */
export const BOUNDARY_FINGERPRINT = '${fingerprint}'

/** Its weights, packed: \`packBoundaryWeights\`. */
export const BOUNDARY_WEIGHTS = \`
${base64Lines(packed)}
\`
`
}
