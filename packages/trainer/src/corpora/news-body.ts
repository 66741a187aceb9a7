const BREAK = '\n\n'
// Maximum length of a dateline: a place, a date, an agency.
const MAX_DATELINE = 120
const DATELINE = /^[^()\n]{0,90}\((?:Reuters|AP|AFP|UPI|dpa|Xinhua|Bloomberg|TASS|PTI)\)\s*(?:[-\u2010-\u2015]+\s*)?/i
/** A dateline begins with a place in capitals or ends with a dash; "The Associated Press (AP) is" is none. */
const OPENS_NEWS = /^\p{Lu}{2}|[-\u2010-\u2015]\s*$/u
const CREDITS = /[\s(]*\b(?:Additional reporting|Reporting|Writing|Editing|Compiled) by [\p{Lu}\p{Lt}]/u
// Length of the end of a text that is searched for credits.
const MAX_CREDITS = 600

/**
 * Returns the body of a news article without its dateline ("SEOUL, Jan 4 (Reuters) - ") and credits ("(Reporting by
 * …"), or undefined if it has no dateline: such articles are less important (Kim, Triplet Embedding Model, section 3.2).
 */
export function trimNewsBody(body: string): string | undefined {
  const text = body.trim()
  const dateline = DATELINE.exec(text.slice(0, MAX_DATELINE))
  if (dateline === null || !OPENS_NEWS.test(dateline[0])) return undefined
  const tail = Math.max(dateline[0].length, text.length - MAX_CREDITS)
  const credits = CREDITS.exec(text.slice(tail))
  return text.slice(dateline[0].length, credits === null ? text.length : tail + credits.index).trim()
}

/**
 * Returns the paragraphs of an article without the dateline and the credits of a news article; those of any other article
 * as they are.
 */
export function newsParagraphs(paragraphs: readonly string[]): readonly string[] {
  const [first = ''] = paragraphs
  if (!DATELINE.test(first.slice(0, MAX_DATELINE))) return paragraphs
  return trimNewsBody(paragraphs.join(BREAK))?.split(BREAK) ?? paragraphs
}
