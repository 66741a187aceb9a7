import { normalize, row, splitSentences, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import { meanVector, rowsBetween, zeroVectors } from '@leitmotif/encoder/vectors'

/**
 * Returns a row for each text: the vector of its sentence, or the mean of its sentences' vectors, scaled to length 1. Zero for a
 * text without a known word.
 */
export async function encodePassages(
  encoder: Encoder,
  texts: readonly string[],
  representation: Representation
): Promise<Vectors> {
  const sentences = texts.map((text) => splitSentences(text).map(({ start, end }) => text.slice(start, end).trim()))
  const all = await encoder.encode(sentences.flat(), { representation })
  const passages = zeroVectors(texts.length, all.dims)
  let start = 0
  for (const [index, { length }] of sentences.entries()) {
    const own = rowsBetween(all, start, start + length)
    start += length
    if (length === 1) row(passages, index).set(own.data)
    else if (length > 1) {
      const mean = meanVector(own)
      normalize(mean)
      row(passages, index).set(mean)
    }
  }
  return passages
}
