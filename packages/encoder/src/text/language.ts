/** UTF-16 units read of a text to tell its language, in pieces from all over it. */
const READ = 4000
const PIECE = 400

/** The least letters of a text whose language is told. */
const LEAST = 150

/**
 * Returns the language of a text as a code of ISO 639-1, such as `fr`; undefined if it has too few words to tell, or if no
 * language is clearly the likeliest.
 * @param paragraphs of one language, without markup
 */
export async function languageOf(paragraphs: readonly string[]): Promise<string | undefined> {
  const sample = sampleOf(paragraphs)
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < LEAST) return undefined
  // Loaded when first used: its tables have a megabyte.
  const { eld } = await import('eld/extrasmall')
  const found = eld.detect(sample)
  return found.isReliable() && found.language !== '' ? found.language : undefined
}

function sampleOf(paragraphs: readonly string[]): string {
  const step = Math.max(1, Math.floor((paragraphs.length * PIECE) / READ))
  let sample = ''
  for (let p = 0; p < paragraphs.length && sample.length < READ; p += step)
    sample += `${paragraphs[p].slice(0, PIECE)}\n`
  return sample
}
