import { base64Lines } from './base64-lines.js'

/** The module of the encoder that holds the network of boundaries, as learned from rows of that fingerprint. */
export function boundaryWeightsModule(fingerprint: string, threshold: number, packed: Uint8Array): string {
  return `// Made by \`leitmotif-train boundary-network\` from the training part of the articles; made again, not edited.

/** The fingerprint of the network \`static\` whose rows it was learned from: it fits the rows of no other. */
export const BOUNDARY_FINGERPRINT = '${fingerprint}'

/** Log odds above which a section begins: those of the least Pk on the validation part. */
export const BOUNDARY_THRESHOLD = ${threshold}

/** Its weights, packed: \`packBoundaryWeights\`. */
export const BOUNDARY_WEIGHTS = \`
${base64Lines(packed)}
\`
`
}
