import { nonzeroRows, visitProducts } from '../clustering/nearest.js'
import { drawRows } from '../clustering/row-sample.js'
import { subjectWords } from '../labels/subject-words.js'
import { spanOf, type OutlineSection } from '../segmentation/sections.js'
import { wordRows } from '../segmentation/word-rows.js'
import { cosineSpread } from '../vectors/cosine-spread.js'
import { createRandom } from '../vectors/random.js'
import { dot, row, selectRows, type Vectors } from '../vectors/vectors.js'
import { refersBack } from './anchored-paragraphs.js'
import { paragraphsOf, type FittedDocument } from './section-fit.js'

/** Least other paragraphs of a section that may lose one; a section of one may receive it. */
const LEFT_PARAGRAPHS = 2

/**
 * Maximum number of other sections that a paragraph is compared with place by place, and their most paragraphs: bounds
 * the cost.
 */
const MOST_SECTIONS = 8
export const MOST_PLACES = 40

/** The sections that a paragraph may belong to, its own first, with the features of `SUGGESTION_FEATURES.move`. */
export interface MoveChoices {
  readonly paragraph: number
  readonly sections: readonly number[]
  readonly features: readonly (readonly number[])[]
}

/** The parts of a document that moves are judged by. */
export type MovableDocument = Pick<
  FittedDocument,
  'rows' | 'words' | 'sections' | 'wordFit' | 'headings' | 'odds' | 'paragraphs'
>

/**
 * Returns the sections that each paragraph may belong to, in reading order. Leads keep their paragraphs, and sections neither give
 * to nor take from their own subsections. Cosines are in units of the document's (`cosineSpread`), so that the same weights
 * serve several networks. O(paragraphs · (sections + MOST_COMPARED) · dims).
 */
export function moveChoices(document: MovableDocument): MoveChoices[] {
  const { rows, sections, wordFit, headings, odds, paragraphs } = document
  if (wordFit.length === 0) return []
  const open = sections.flatMap(({ path }, s) => (path.length > 0 ? [s] : []))
  const words = wordRows(paragraphs.map(({ text }) => text))
  const sums = sections.map(({ start, end }) => {
    const sum = new Float32Array(rows.dims)
    for (let p = start; p < end; p++) row(rows, p).forEach((value, d) => (sum[d] += value))
    return sum
  })
  const section = spanOf(
    sections.map(({ start }) => start),
    rows.count
  )
  const places = placesOf(document.words, section)
  const linked = readLinks(document, section, places)
  const headingShare = readHeadingWords(document, places)
  const [nearest, nearestByWords] = [nearestRows(rows, 1), nearestRows(words, NEAR_WORDS)]
  const standing = relativeTo(odds)
  const unit = cosineSpread(rows)
  const headingUnit = headings === undefined ? 1 : cosineSpread(rows, headings)
  return open.flatMap((from) => {
    const { start, end } = sections[from]
    if (end - start <= LEFT_PARAGRAPHS) return []
    return paragraphsOf(sections[from]).flatMap((paragraph): MoveChoices[] => {
      const self = row(rows, paragraph)
      if (dot(self, self) === 0) return []
      const about = (s: number): readonly [mean: number, heading: number] => {
        const others = sections[s].end - sections[s].start - Number(s === from)
        return [
          (dot(sums[s], self) - (s === from ? dot(self, self) : 0)) / Math.max(1, others) / unit,
          headings === undefined ? 0 : dot(self, row(headings, s)) / headingUnit
        ]
      }
      const near = open
        .filter(
          (s) =>
            s !== from && !containsSection(sections[s], sections[from]) && !containsSection(sections[from], sections[s])
        )
        .map((s) => ({ s, features: about(s) }))
        .sort((a, b) => b.features[0] + b.features[1] - a.features[0] - a.features[1] || a.s - b.s)
        .slice(0, MOST_SECTIONS)
      if (near.length === 0) return []
      const fitOf = (s: number): number => wordFit[paragraph * sections.length + s]
      const links = linked(paragraph)
      const further = (s: number): readonly number[] => [
        headingShare(paragraph, s),
        Math.log1p(links.get(s) ?? 0),
        nearestByWords[paragraph].filter((p) => section[p] === s).length / NEAR_WORDS,
        Number(nearest[paragraph].some((p) => section[p] === s))
      ]
      const [mean, heading] = about(from)
      const own = rest(sections[from], paragraph)
      const here = own.findLastIndex((p) => p < paragraph) + 1
      const staying = [
        fitOf(from),
        mean,
        ...placeFeatures(rows, own, paragraph, here, unit),
        ...placeFeatures(words, own, paragraph, here, 1),
        heading,
        0,
        0,
        1,
        Number(paragraph === start),
        Number(paragraph === end - 1),
        Number(refersBack(paragraphs[paragraph].text)),
        ...further(from),
        standing(paragraph),
        standing(paragraph + 1)
      ]
      const going = near.map(({ s, features: [mean, heading] }) => {
        const others = paragraphsOf(sections[s]).slice(0, MOST_PLACES)
        const place = bestPlace(rows, others, paragraph)
        const size = Math.log(sections[s].end - sections[s].start)
        const distance = Math.log(Math.abs(s - from))
        return [
          fitOf(s),
          mean,
          ...placeFeatures(rows, others, paragraph, place, unit),
          ...placeFeatures(words, others, paragraph, place, 1),
          heading,
          size,
          distance,
          0,
          0,
          0,
          0,
          ...further(s),
          0,
          0
        ]
      })
      return [{ paragraph, sections: [from, ...near.map(({ s }) => s)], features: [staying, ...going] }]
    })
  })
}

/** Most paragraphs that each is compared with to find the nearest, a random sample of longer texts: keeps the time linear. */
const MOST_COMPARED = 1000

/** Number of paragraphs nearest by their words that show where one belongs. */
const NEAR_WORDS = 5

/** How many paragraphs of each section have a word. */
type WordPlaces = ReadonlyMap<string, ReadonlyMap<number, number>>

function placesOf(words: MovableDocument['words'], section: Int32Array): WordPlaces {
  const places = new Map<string, Map<number, number>>()
  words.forEach((own, p) => {
    for (const word of own.keys()) {
      const counts = places.get(word) ?? new Map<number, number>()
      places.set(word, counts.set(section[p], (counts.get(section[p]) ?? 0) + 1))
    }
  })
  return places
}

/**
 * Returns a function from a paragraph to the number of its words whose other paragraphs are all in one section, by section. Such
 * words show best where a paragraph belongs.
 */
function readLinks(
  { words }: Pick<MovableDocument, 'words'>,
  section: Int32Array,
  places: WordPlaces
): (paragraph: number) => ReadonlyMap<number, number> {
  return (paragraph) => {
    const links = new Map<number, number>()
    for (const word of words[paragraph].keys()) {
      const counts = places.get(word)!
      const isOnly = counts.get(section[paragraph]) === 1
      const others = [...counts.keys()].filter((s) => !isOnly || s !== section[paragraph])
      if (others.length === 1) links.set(others[0], (links.get(others[0]) ?? 0) + 1)
    }
    return links
  }
}

/**
 * Returns the share of the words of a section's heading that a paragraph has, rare ones counting more, less the mean share of the
 * section's other paragraphs; from -1 to 1.
 */
function readHeadingWords(
  { words, sections }: Pick<MovableDocument, 'words' | 'sections'>,
  places: WordPlaces
): (paragraph: number, section: number) => number {
  const having = (word: string): number => {
    let paragraphs = 0
    for (const count of places.get(word)?.values() ?? []) paragraphs += count
    return paragraphs
  }
  const headings = sections.map(({ path }) =>
    Array.from(subjectWords(path.at(-1) ?? '').keys(), (word) => ({
      word,
      weight: Math.log1p(words.length / (having(word) || 1))
    }))
  )
  const sizes = headings.map((own) => own.reduce((sum, { weight }) => sum + weight, 0))
  const shareOf = (p: number, s: number): number =>
    headings[s].reduce((sum, { word, weight }) => sum + (words[p].has(word) ? weight : 0), 0) / (sizes[s] || 1)
  const sums = sections.map((one, s) => paragraphsOf(one).reduce((sum, p) => sum + shareOf(p, s), 0))
  return (p, s) => {
    const { start, end } = sections[s]
    const share = shareOf(p, s)
    const isHome = p >= start && p < end
    const others = end - start - Number(isHome)
    return share - (others === 0 ? 0 : (sums[s] - (isHome ? share : 0)) / others)
  }
}

/** Returns up to `most` other rows with the greatest positive cosines to each row, greatest first; of equal ones the first. */
function nearestRows(rows: Vectors, most: number): readonly number[][] {
  const nearest: number[][] = Array.from({ length: rows.count }, () => [])
  const known = nonzeroRows(rows)
  const drawn = drawRows(known, MOST_COMPARED, createRandom(1).fork('nearest paragraphs'))
  visitProducts(selectRows(rows, known), selectRows(rows, drawn), (cosines, first, count) => {
    for (let n = 0; n < count; n++) {
      const own = cosines.subarray(n * drawn.length, (n + 1) * drawn.length)
      const best: number[] = []
      own.forEach((cosine, d) => {
        if (drawn[d] === known[first + n] || cosine <= 0 || (best.length === most && cosine <= own[best[most - 1]]))
          return
        const at = best.findIndex((other) => own[other] < cosine)
        best.splice(at < 0 ? best.length : at, 0, d)
        best.length = Math.min(best.length, most)
      })
      nearest[known[first + n]] = best.map((d) => drawn[d])
    }
  })
  return nearest
}

/** Least spread of log odds that are compared. */
const LEAST_SPREAD = 0.3

/**
 * Returns the log odds that a section begins at a paragraph, relative to their mean and spread in the document; 0 for the first
 * paragraph, for those outside of the document, and without odds.
 */
function relativeTo(odds: ArrayLike<number> = []): (paragraph: number) => number {
  const own = Array.from(odds).slice(1)
  const mean = own.reduce((sum, value) => sum + value, 0) / own.length
  const spread = Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / own.length) + LEAST_SPREAD
  return (paragraph) => (paragraph < 1 || paragraph > own.length ? 0 : (odds[paragraph] - mean) / spread)
}

/** Returns the paragraphs of a section without one of them: those nearest to it. */
function rest(section: OutlineSection, paragraph: number): number[] {
  const start = Math.max(section.start, paragraph - MOST_PLACES / 2)
  return paragraphsOf({ start, end: Math.min(section.end, start + MOST_PLACES) }).filter((p) => p !== paragraph)
}

/** Returns the place among `others`, from 0 (before the first), at which a paragraph is nearest to its neighbours. */
export function bestPlace(rows: Vectors, others: readonly number[], paragraph: number): number {
  const cosines = others.map((p) => dot(row(rows, paragraph), row(rows, p)))
  let best = 0
  const near = (place: number): number => meanOf([cosines.at(place - 1), cosines.at(place)], place, others.length)
  for (let place = 1; place <= others.length; place++) if (near(place) > near(best)) best = place
  return best
}

/** Returns the mean of the values before and at a place, or the only one of them. */
function meanOf([before, at]: readonly (number | undefined)[], place: number, count: number): number {
  if (place === 0) return at ?? 0
  return place === count ? (before ?? 0) : ((before ?? 0) + (at ?? 0)) / 2
}

/**
 * Returns three features of a paragraph at a place among `others`: the greatest cosine to them, the mean cosine to its
 * neighbours there, and by how much that is more than the neighbours' own cosine, 0 at an end.
 */
function placeFeatures(
  rows: Vectors,
  others: readonly number[],
  paragraph: number,
  place: number,
  unit: number
): readonly [number, number, number] {
  const cosine = (p: number): number => dot(row(rows, paragraph), row(rows, p))
  const neighbours = [place - 1, place].filter((at) => at >= 0 && at < others.length).map((at) => others[at])
  const near = neighbours.reduce((sum, p) => sum + cosine(p), 0) / Math.max(1, neighbours.length)
  const between = neighbours.length < 2 ? near : dot(row(rows, neighbours[0]), row(rows, neighbours[1]))
  return [Math.max(...others.map(cosine)) / unit, near / unit, (near - between) / unit]
}

/** Returns whether `inner` is `outer` or one of its subsections. */
export function containsSection(outer: OutlineSection, inner: OutlineSection): boolean {
  return outer.path.every((heading, level) => heading === inner.path[level])
}
