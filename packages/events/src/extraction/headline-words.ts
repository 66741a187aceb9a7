const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof rev gen sen rep gov capt cmdr lt col sgt maj adm pres sec atty supt st mt ft inc ltd co corp ' +
    'bros jr sr dept assn assoc univ ave blvd vs etc no jan feb mar apr jun jul aug sept oct nov dec'
  ).split(' ')
)

const PIECE = new RegExp(
  [
    // U.S., U.S.-led, U.S.-U.K.
    /(?:\p{L}\.){2,}(?:[-\u2010\u2011](?:(?:\p{L}\.){2,}|[\p{L}\p{N}\p{M}]+))*/u,
    // Clitics and short years that are words by themselves
    /['’](?:s|d|m|re|ve|ll|\d+s?)(?![\p{L}\p{N}])/u,
    // Compounds stay whole: well-known, AT&T, O'Brien, 1,000.5, 3:25.
    /[\p{L}\p{N}\p{M}]+(?:(?:[-\u2010\u2011'’&/.@_]|(?<=\p{N})[,:](?=\p{N}))[\p{L}\p{N}\p{M}]+)*/u,
    /-{2,}|\.{2,}|''|``/u,
    /\S/u
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu'
)

const CLITIC = /(?:n['’]t|['’](?:s|d|m|re|ve|ll))$/i

/**
 * Splits a headline into words and punctuation as the Penn Treebank does. Compounds stay whole, clitics ("'s", "n't")
 * and punctuation are separate, and abbreviations keep their full stop. Time is linear in the text.
 */
export function headlineWords(headline: string): string[] {
  const words: string[] = []
  for (const { 0: piece, index } of headline.matchAll(PIECE)) {
    const last = words.at(-1)
    if (piece === '.' && last !== undefined && isAbbreviation(last, /\s/.test(headline[index - 1]))) {
      words[words.length - 1] = `${last}.`
      continue
    }
    const clitic = CLITIC.exec(piece)?.index ?? 0
    if (clitic > 0) words.push(piece.slice(0, clitic), piece.slice(clitic))
    else words.push(piece)
  }
  return words
}

/**
 * Whether a full stop after `word` belongs to it, as in Mr, Corp or an initial. After an initial, the full stop must
 * follow without a space.
 */
function isAbbreviation(word: string, spaced: boolean): boolean {
  return (!spaced && /^\p{Lu}$/u.test(word)) || ABBREVIATIONS.has(word.toLowerCase())
}
