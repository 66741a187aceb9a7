import { raiseFirst } from '../labels/heading-case.js'
import { namingKeys, repeatsWords } from './heading-evidence.js'
import { readPhrases, type Phrase, type PhrasePlace } from './heading-phrases.js'
import { checkAssignment, distinct, type ThemeLabel } from '../labels/theme-labels.js'
import type { OutlineInput, OutlineParagraph } from '../segmentation/sections.js'
import { BREAK, readWords, type Words } from '../labels/words.js'

/** What a place of a word counts: a paragraph's first sentence says what it is about, a heading what its section is. */
const OPENER = 2.5
const HEADING = 6

/** What each place of a title's words counts, where the whole text is one theme. */
const TITLE = 40

/** "Flints stick": a plural and what it does. A name that stands in several paragraphs may well begin so: "systems engineering". */
const PLURAL_FIRST = /^\p{L}{2,}(?<![sui])s \p{Ll}+$/u

/** Headings that every text may have, questions, and what is told or asked of the reader. */
const NO_NAME =
  /[?!:…]|^(?:\p{Lu}|[\d.]+)$|^(?:abstract|about|background|conclusions?|discussion|final thoughts|how|in|introduction|it|looking|methods?|more|notes?|other|overview|references|results?|summary|tl;dr|we|what|when|where|why|you|your)(?!\p{L})/iu

/** A phrase of several words is worth so many times a single one. */
const SEVERAL = 2

/** One that stands in a single paragraph of the theme may be there by chance. */
const ONCE = 0.15

/** The best phrases of a theme, of which it is looked in how many of its paragraphs they stand. */
const WEIGHED = 60

/** A phrase that stands there n times more often is worth so much more: n to this power. */
const POWER = 0.75

/** A name given before stays while it has this part of the best one's score: a paragraph moved should not change it. */
const KEPT_PART = 0.35

/** A section's heading is the name of a theme that has this part of its paragraphs there, and of theirs this part. */
const HEADING_PART = 0.6

/** What counts a heading and says nothing of what it is about: “2.5 ”, “3) ”, “IV. ”, “Chapter 7: ”. */
const NUMBERING =
  /^(?:§ ?)?(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}[.)]|[IVX]{2,6}[.)]|(?:appendix|chapter|part|section|step) (?:\d{1,3}|[A-Z])(?:[.):]| [–—-])) +/i

/** Words that a heading has at most to be a name. */
const HEADING_WORDS = 5

/** The name of a theme without a word that could name it. */
const NAMELESS = 'Theme'

/** Terms of a theme, and how many of them its label shows. */
const TERMS = 10
const SHOWN = 3

/**
 * Names the themes of a document's paragraphs, `theme[p]` of `count` or -1: by the heading of the section that a theme is mostly
 * in, and the section mostly of it; otherwise by a phrase of one to three of its own words; no two by the same words where that
 * can be. A phrase names what stands in the theme oftener than elsewhere, in two paragraphs or more where that can be, above all
 * where paragraphs begin and in the headings above them: by n log((n + 1) / (expected + 1)). A lone theme is named by the
 * document's `title`, or a phrase of it where it is long, or by what it says most often. `before`: the names that the themes had
 * before. Linear in the text.
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
    const name = possible.find(({ keys }) => !taken.some((other) => repeatsWords(keys, other))) ?? possible.at(0)
    if (name !== undefined) taken.push(name.keys)
    const shown = name === undefined ? [] : [name, ...terms.filter(({ text }) => text !== name.text)].slice(0, TERMS)
    return {
      label: distinct(
        labels,
        (more) => (name === undefined ? [NAMELESS] : shown.slice(0, SHOWN + more).map(({ text }) => text)),
        shown.length - SHOWN
      ),
      heading: distinct(names, () => [raiseFirst(name?.text ?? NAMELESS)], 0),
      terms: shown.map(({ text, score }) => ({ term: text, score }))
    }
  })
}

interface Weighed extends Pick<Phrase, 'text' | 'keys'> {
  readonly score: number
}

/** Phrases with their scores, the best first. */
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
  // All the text is the lone theme's: nothing stands there oftener than elsewhere.
  const gain = lone ? 1 : Math.log((times + 1) / (expected + 1))
  return (keys.length > 1 ? SEVERAL : 1) * times ** POWER * gain
}

/** The best phrases, leaving out those that say what a better one has said. */
function leaveRepeats(phrases: readonly Weighed[]): Weighed[] {
  const chosen: Weighed[] = []
  for (const phrase of phrases) {
    if (chosen.length === TERMS) break
    if (!chosen.some((better) => repeatsWords(phrase.keys, better.keys))) chosen.push(phrase)
  }
  return chosen
}

/** In how many paragraphs of a theme all words of a phrase stand. */
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

/** For each theme the heading of the section that it is mostly in and that is mostly of it; undefined without. */
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

/** Whether a heading names a subject: a few words, no sentence, no question, and not one that every text has. */
function isName(heading: string): boolean {
  const words = heading.split(/\s+/u)
  return words.length <= HEADING_WORDS && !NO_NAME.test(heading) && namingKeys(heading).length > 0
}

/** The headings right above paragraphs, and to which themes each belongs: those of its paragraphs. */
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
