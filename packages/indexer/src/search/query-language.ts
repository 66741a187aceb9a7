import type { Encoder } from '@leitmotif/encoder'
import { isForeignWord, STOP_WORDS, wordTerms } from '@leitmotif/encoder/stages'
import { unknownTexts } from './similarity.js'

/** The language that lists of stop words and foreign words are for. */
const ENGLISH = 'en'

/** Least words of a query whose language is recognised. */
const LEAST_WORDS = 3

/**
 * Returns the ISO 639-1 code of the language of a query, if it is one that an English encoder does not read; undefined also where that
 * is not clear. The recogniser alone takes one in nine English headings for another language. So at least half of the words must be
 * function words of other languages (one or more) or unknown to the encoder, and twice as many as English stop words. Of 107,316 headings
 * of English articles and manuals, .6 in 1,000 were taken for another language, mostly names in that language; of 90 queries of 3 to 8
 * words in German, French and Spanish, 80 were recognised.
 */
export async function foreignLanguage(encoder: Encoder, query: string): Promise<string | undefined> {
  if (encoder.language !== ENGLISH) return undefined
  const words = wordTerms(query)
  const foreign = words.filter(isForeignWord).length
  if (words.length < LEAST_WORDS || foreign === 0) return undefined
  const english = words.filter((word) => STOP_WORDS.has(word) && !isForeignWord(word)).length
  const others = words.filter((word) => /\p{L}/u.test(word) && !isForeignWord(word))
  const strange = foreign + (await unknownTexts(encoder, others)).length
  if (strange < 2 || strange < 2 * english || strange < words.length / 2) return undefined
  // Loaded when needed: its tables have a megabyte, and most searches do without.
  const { eld } = await import('eld/small')
  const found = eld.detect(query)
  return found.isReliable() && found.language !== '' && found.language !== ENGLISH ? found.language : undefined
}
