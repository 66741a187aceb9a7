/** Longer texts are not treated as headlines, and stay unchanged. In UTF-16 code units. */
export const MAX_HEADLINE_LENGTH = 2000

// A colon in a time of day or a score does not separate parts.
const SEPARATOR = /[-\u2010\u2011]|(?<!\d):|:(?!\d)/g
/** Prefixes of news agencies before a hyphen: a word, with its number (UPDATE 1-), or several (GLOBAL MARKETS-). */
const WIRE_WORD =
  /^(?:(?:ADVISORY|ALERT|ANALYSIS|ATHLETICS|BASEBALL|BASKETBALL|BOXING|BREAKINGVIEWS|BRIEF|BUZZ|CHRONOLOGY|COLUMN|CORRECT(?:ED|ION)|CRICKET|CYCLING|DEALTALK|DIARY|EXCLUSIVE|FACTBOX|FEATURE|FOREX|GOLF|GRAINS|HIGHLIGHTS|INSIGHT|INTERVIEW|METALS|NEWSMAKER|OBITUARY|OLYMPICS|POLL|PREVIEW|Q&A|REFILE|REG|REPEAT|REPORT|RPT|RUGBY|SCENARIOS|SNAPSHOT|SOCCER|SOFTS|SWIMMING|TABLE|TENNIS|TEXT|TIMELINE|TREASURIES|UPDATE|URGENT|WRAPUP)(?: \d+)?|\p{Lu}{2,}(?: \p{Lu}{2,}){1,3})$/u
/** Source notes of news agencies after a hyphen: -SOURCES. */
const WIRE_SOURCE = /^(?:AGENCY|COURT|MEDIA|MINIST(?:ER|RY)|OFFICIALS?|PAPERS?|POLICE|REPORTS?|SOURCES?|STATE TV|TV)$/
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u

/** Whether a part is in capitals: it has a capital letter and no lower-case letter. */
function isCapitals(part: string): boolean {
  return UPPER.test(part) && !LOWER.test(part)
}

/**
 * Removes parts that say nothing about the event (REFILE-, UPDATE 1-, : SOURCE). A hyphen or colon splits a headline
 * into two parts; the shorter one is removed if it is all in capitals. This repeats from the left until nothing changes
 * (Kim, Triplet Embedding Model, section 3.2). If both parts have equal length, the left one counts as the shorter.
 *
 * Unlike the paper's, this rule keeps hyphenated words (U.S.-led, T-Mobile, COVID-19, Form 10-K). At a hyphen without a
 * space on both sides, it removes only words of news agencies:
 * - before a longer rest of several words that does not begin with a small letter; if the rest is all in capitals, only
 *   words with a number (UPDATE 1-);
 * - after a longer part that has small letters.
 *
 * White space becomes single spaces.
 */
export function cleanHeadline(headline: string): string {
  if (headline.length > MAX_HEADLINE_LENGTH) return headline
  let text = headline.replace(/\s+/g, ' ').trim()
  for (let shorter = withoutCapitals(text); shorter !== text; shorter = withoutCapitals(text)) text = shorter
  return text
}

/** Returns `text` without the first part that the rule removes, or `text` itself. */
function withoutCapitals(text: string): string {
  for (const { 0: separator, index } of text.matchAll(SEPARATOR)) {
    const left = text.slice(0, index).trim()
    const right = text.slice(index + 1).trim()
    const parts = separator === ':' || (text[index - 1] === ' ' && text[index + 1] === ' ')
    if (parts) {
      const [goes, stays] = left.length <= right.length ? [left, right] : [right, left]
      if (isCapitals(goes)) return stays
    } else if (left.length < right.length && WIRE_WORD.test(left) && /^\P{Ll}.* /u.test(right)) {
      if (LOWER.test(right) || /\d$/.test(left)) return right
    } else if (right.length < left.length && WIRE_SOURCE.test(right) && LOWER.test(left)) return left
  }
  return text
}
