import { raiseFirst } from '../labels/heading-case.js'
import { namingKeys, repeatsWords } from './heading-evidence.js'
import { readPhrases, type Phrase, type PhrasePlace } from './heading-phrases.js'
import { checkAssignment, distinct, type ThemeLabel } from '../labels/theme-labels.js'
import type { OutlineInput, OutlineParagraph } from '../segmentation/sections.js'
import { BREAK, readWords, type Words } from '../labels/words.js'

/** Weights of words in a paragraph's first sentence, which says what it is about, and in a heading. */
const OPENER = 2.5
const HEADING = 6

/** Weight of words in a title, if the whole text is one theme. */
const TITLE = 40

/**
 * Matches a plural with its verb, such as "Flints stick". If it occurs in several paragraphs, it may be a name:
 * "systems engineering".
 */
const PLURAL_FIRST = /^\p{L}{2,}(?<![sui])s \p{Ll}+$/u

/** Headings of any text, questions, and phrases that address the reader. */
const NO_NAME =
  /[?!:…]|^(?:\p{Lu}|[\d.]+)$|^(?:abstract|about|background|conclusions?|discussion|final thoughts|how|in|introduction|it|looking|methods?|more|notes?|other|overview|references|results?|summary|tl;dr|we|what|when|where|why|you|your)(?!\p{L})/iu

/** Factor for a phrase of several words. */
const SEVERAL = 2

/** Factor for a phrase in a single paragraph, which may be chance. */
const ONCE = 0.15

/** The number of best phrases, per theme, whose paragraphs are counted. */
const WEIGHED = 60

/** Exponent of the number of paragraphs. */
const POWER = 0.75

/**
 * A previous name stays if it reaches this fraction of the best score, so that moving a paragraph does not rename
 * themes.
 */
const KEPT_PART = 0.35

/**
 * A section's heading names a theme if this fraction of its paragraphs have the theme, and this fraction of the theme's
 * paragraphs are in it.
 */
const HEADING_PART = 0.6

/** Numbering before a heading: “2.5 ”, “3) ”, “IV. ”, “Chapter 7: ”. */
const NUMBERING =
  /^(?:§ ?)?(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}[.)]|[IVX]{2,6}[.)]|(?:appendix|chapter|part|section|step) (?:\d{1,3}|[A-Z])(?:[.):]| [–—-])) +/i

/** Maximum number of words of a heading that can be a name. */
const HEADING_WORDS = 5

/** The name of a theme without suitable words. */
const NAMELESS = 'Theme'

/** Terms of a theme, and how many its label shows. */
const TERMS = 10
const SHOWN = 3

/**
 * Names the themes of a document's paragraphs; `theme[p]` is one of `count` or -1.
 *
 * - A theme that fills most of a section, and is mostly in it, takes the section's heading.
 * - Others take a phrase of one to three of their words that is more frequent in the theme than elsewhere, above all at
 *   the start of paragraphs and in headings: by n log((n + 1) / (expected + 1)). It occurs in two paragraphs or more,
 *   and differs from other names, if possible.
 * - A single theme takes the document's `title`, a phrase of a long title, or its most frequent phrase.
 *
 * `before` holds the themes' previous names. Linear in the text.
 * @throws Error unless each paragraph has one of the themes or -1.
 */
export function labelParagraphThemes(
  {
    paragraphs: given,
    sentences,
    title = ''
  }: Pick<OutlineInput, 'paragraphs' | 'sentences'> & { readonly title?: string },
  theme: ArrayLike<number>,
  count: number,
  before: readonly (string | undefined)[] = []
): ThemeLabel[] {
  checkAssignment('theme', theme, given.length, count)
  const paragraphs = given.map(({ path, ...paragraph }) => {
    return { ...paragraph, path: path.slice(-1).map((heading) => heading.replace(NUMBERING, '')) }
  })
  const headings = readHeadings(paragraphs, theme)
  const lone = count === 1
  const texts = [...sentences.map(({ text }) => text), ...headings.keys(), ...(lone ? [title] : [])]
  const places = [
    ...sentences.map(({ paragraph }, i): PhrasePlace[] => {
      const weight = paragraph === sentences[i - 1]?.paragraph ? 1 : OPENER
      return theme[paragraph] < 0 ? [] : [{ part: theme[paragraph], weight }]
    }),
    ...headings.values(),
    ...(lone ? [[{ part: 0, weight: TITLE }]] : [])
  ]
  const words = readWords(texts)
  const spread = countParagraphs(words, sentences, theme, count)
  const headed = lone && isName(title) ? [title] : sectionNames(paragraphs, theme, count)
  const labels = new Map<string, number>()
  const names = new Map<string, number>()
  const taken: (readonly string[])[] = []
  return readPhrases(texts, words, places, count).map((phrases, t) => {
    const weighed = weigh(phrases, (phrase) => spread(phrase, t), lone)
    const terms = leaveRepeats(weighed)
    const old = weighed.filter(
      ({ text, score }) => raiseFirst(text) === before[t] && score >= KEPT_PART * terms[0].score
    )
    const heading =
      headed[t] === undefined ? [] : [{ text: headed[t], keys: namingKeys(headed[t]), score: terms[0]?.score ?? 1 }]
    const possible = heading[0]?.text === before[t] || old.length === 0 ? [...heading, ...terms] : [...old, ...terms]
    const best = possible.find(({ keys }) => !taken.some((other) => repeatsWords(keys, other))) ?? possible.at(0)
    const name = best === heading[0] || best === old[0] ? best : longer(best, weighed)
    if (name !== undefined) taken.push(name.keys)
    const shown = name === undefined ? [] : [name, ...terms.filter(({ text }) => text !== name.text)].slice(0, TERMS)
    return {
      label: distinct(
        labels,
        (extra) => (name === undefined ? [NAMELESS] : shown.slice(0, SHOWN + extra).map(({ text }) => text)),
        shown.length - SHOWN
      ),
      heading: distinct(names, () => [raiseFirst(name?.text ?? NAMELESS)], 0),
      terms: shown.map(({ text, score }) => ({ term: text, score }))
    }
  })
}

/** A name of one word gives way to a phrase with it and another that has at least this part of its score. */
const LONGER = 0.4

/** Returns the best phrase of several words that has a name's only word, if it is nearly as good; else the name. */
function longer(name: Weighed | undefined, phrases: readonly Weighed[]): Weighed | undefined {
  if (name?.keys.length !== 1) return name
  const whole = phrases.find(({ keys }) => keys.length > 1 && keys.includes(name.keys[0]))
  return whole !== undefined && whole.score >= LONGER * name.score ? whole : name
}

interface Weighed extends Pick<Phrase, 'text' | 'keys'> {
  readonly score: number
}

/** Returns phrases with their scores, best first. */
function weigh(phrases: readonly Phrase[], spread: (phrase: Phrase) => number, lone: boolean): Weighed[] {
  const byScore = (a: Weighed, b: Weighed): number => b.score - a.score || (a.text < b.text ? -1 : 1)
  return phrases
    .map((phrase) => ({ ...phrase, score: scoreOf(phrase, lone) }))
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, WEIGHED)
    .flatMap((phrase) => {
      const paragraphs = spread(phrase)
      if (paragraphs < 2 && PLURAL_FIRST.test(phrase.text)) return []
      return [{ ...phrase, score: phrase.score * (paragraphs < 2 ? ONCE : 1) }]
    })
    .sort(byScore)
}

function scoreOf({ keys, times, expected }: Phrase, lone: boolean): number {
  // A single theme covers the whole text, so nothing is more frequent in it than elsewhere.
  const gain = lone ? 1 : Math.log((times + 1) / (expected + 1))
  return (keys.length > 1 ? SEVERAL : 1) * times ** POWER * gain
}

/** Returns the best phrases without those that repeat a better one. */
function leaveRepeats(phrases: readonly Weighed[]): Weighed[] {
  const chosen: Weighed[] = []
  for (const phrase of phrases) {
    if (chosen.length === TERMS) break
    if (!chosen.some((better) => repeatsWords(phrase.keys, better.keys))) chosen.push(phrase)
  }
  return chosen
}

/** Counts the paragraphs of a theme that contain all words of a phrase. */
function countParagraphs(
  { ids, keys, sentence }: Words,
  sentences: OutlineInput['sentences'],
  theme: ArrayLike<number>,
  count: number
): (phrase: Phrase, theme: number) => number {
  const byKey = new Map(keys.map((key, id) => [key, id]))
  const own = Array.from({ length: count }, () => new Map<number, Set<number>>())
  ids.forEach((id, u) => {
    const paragraph = sentences.at(sentence[u])?.paragraph
    if (id === BREAK || sentence[u] >= sentences.length || paragraph === undefined || theme[paragraph] < 0) return
    const found = own[theme[paragraph]]
    found.set(id, (found.get(id) ?? new Set()).add(paragraph))
  })
  return (phrase, t) => {
    const [first, ...rest] = phrase.keys.map((key) => own[t].get(byKey.get(key) ?? BREAK) ?? new Set<number>())
    return [...first].filter((paragraph) => rest.every((others) => others.has(paragraph))).length
  }
}

/** Returns for each theme the heading of the section that it mostly fills and is mostly in; undefined without one. */
function sectionNames(
  paragraphs: readonly OutlineParagraph[],
  theme: ArrayLike<number>,
  count: number
): (string | undefined)[] {
  const inTheme = new Float64Array(count)
  const inSection = new Map<string, Float64Array>()
  paragraphs.forEach(({ path }, p) => {
    if (theme[p] < 0) return
    inTheme[theme[p]]++
    const heading = path.at(-1) ?? ''
    const own = inSection.get(heading) ?? new Float64Array(count)
    own[theme[p]]++
    inSection.set(heading, own)
  })
  return Array.from(inTheme, (all, t) => {
    for (const [heading, own] of inSection) {
      const here = own.reduce((sum, n) => sum + n, 0)
      if (own[t] >= HEADING_PART * all && own[t] >= HEADING_PART * here && own[t] > 1 && isName(heading)) return heading
    }
    return undefined
  })
}

/** Returns whether a heading names a subject: a few words, not a sentence, a question or a generic heading. */
function isName(heading: string): boolean {
  const words = heading.split(/\s+/u)
  return words.length <= HEADING_WORDS && !NO_NAME.test(heading) && namingKeys(heading).length > 0
}

/** Returns the headings directly above paragraphs, each with the themes of its paragraphs. */
function readHeadings(
  paragraphs: readonly OutlineParagraph[],
  theme: ArrayLike<number>
): ReadonlyMap<string, readonly PhrasePlace[]> {
  const counts = new Map<string, Map<number, number>>()
  paragraphs.forEach(({ path }, p) => {
    const heading = path.at(-1)
    if (heading === undefined) return
    const own = counts.get(heading) ?? new Map<number, number>()
    counts.set(heading, own.set(theme[p], (own.get(theme[p]) ?? 0) + 1))
  })
  return new Map(
    Array.from(counts, ([heading, own]) => {
      const all = [...own.values()].reduce((sum, n) => sum + n, 0)
      const places = [...own].flatMap(([part, n]) => (part < 0 ? [] : [{ part, weight: (HEADING * n) / all }]))
      return [heading, places]
    })
  )
}
