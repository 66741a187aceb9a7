/** Capitalisation style of a text, which determines what a capital letter means in it. */
export type CapitalStyle = 'sentence' | 'title' | 'upper' | 'lower'

// Shorter words are lower-case even in titles: of, and, with.
const LONG = 4
// Minimum share of capitalised long words in a title.
const TITLE_SHARE = 0.75

// Maps typed punctuation to the treebank's marks. Its texts know no currency sign but the dollar's.
const MARKS: Readonly<Record<string, string>> = {
  '“': '``',
  '‘': '`',
  '”': "''",
  '’': "'",
  '–': '--',
  '—': '--',
  '…': '...',
  '£': '$',
  '€': '$',
  '¥': '$'
}

/** Returns the capitalisation style of a sentence or headline; `sentence` if it has no long words after the first. */
export function capitalStyle(words: readonly string[]): CapitalStyle {
  const lettered = words.filter((word) => /\p{L}/u.test(word))
  if (lettered.every((word) => !/\p{Lu}/u.test(word))) return 'lower'
  if (lettered.length > 1 && lettered.every((word) => !/\p{Ll}/u.test(word))) return 'upper'
  const long = lettered.slice(1).filter((word) => word.length >= LONG)
  const capitalised = long.filter((word) => /^\p{Lu}/u.test(word)).length
  return long.length > 0 && capitalised >= TITLE_SHARE * long.length ? 'title' : 'sentence'
}

/** Returns the form of a word for features: lower case, 0 for every digit, the treebank's marks. */
export function wordForm(word: string): string {
  return Object.hasOwn(MARKS, word)
    ? MARKS[word]
    : word
        .toLowerCase()
        .replace(/\p{Nd}/gu, '0')
        .replaceAll('’', "'")
}

// Names whose lower-case form is another word, and the form that the tagger reads instead.
const INITIALS: Readonly<Record<string, string>> = { US: 'u.s.', WHO: 'WHO', IT: 'IT' }

/**
 * Returns the forms of a text's words. Straight quotation marks alternately open and close. WHO, IT and US are names
 * unless the whole text is in capitals.
 */
export function wordForms(words: readonly string[]): string[] {
  const capitalsTell = capitalStyle(words) !== 'upper'
  let double = false
  let single = false
  return words.map((word, i) => {
    if (word === '"') {
      double = !double
      return double ? '``' : "''"
    }
    if (word === "'" || word === '’') {
      if (single) {
        single = false
        return "''"
      }
      // After an s, it is a genitive: the Wolves' win.
      single = i === 0 || !/s$/i.test(words[i - 1])
      return single ? '`' : "'"
    }
    if (word === '‘') single = true
    return capitalsTell && Object.hasOwn(INITIALS, word) ? INITIALS[word] : wordForm(word)
  })
}

/**
 * Returns the shape of a word: `c` capitalised, `C` all capitals, `m` mixed, `l` small, `d` with digits, `.` a mark.
 */
export function wordShape(word: string): string {
  if (/\p{Nd}/u.test(word)) return /\p{L}/u.test(word) ? 'dl' : 'd'
  if (!/\p{L}/u.test(word)) return '.'
  const hyphen = word.includes('-') ? '-' : ''
  if (!/\p{Lu}/u.test(word)) return `l${hyphen}`
  if (!/\p{Ll}/u.test(word)) return `${word.length === 1 ? 'c' : 'C'}${hyphen}`
  return /^\p{Lu}[^\p{Lu}]*$/u.test(word) ? `c${hyphen}` : `m${hyphen}`
}
