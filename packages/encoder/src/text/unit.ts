import type { Span } from './span.js'

/**
 * Whole lines of a document that a writer moves as one. The units of a text stand in order and, joined, are the text: a unit
 * has the blank lines below it, and the first one those above it too. Only the last may lack a line end, and in LaTeX a heading
 * whose line goes on.
 *
 * - `heading`: a heading of the outline, with its underline, labels and anchors. It has one block.
 * - `prose`: a paragraph, a whole list, quote, note or definition at the top of the document, with what it holds. It has blocks.
 * - `other`: what prose introduces and what goes with it: code, a table, a figure, display math. No blocks.
 * - `fixed`: what stays where it is: front matter, preamble, rules, comments, definitions of links and footnotes, and what acts on
 *   all that follows or is around a heading, such as a tag and the tag that closes it, or code that nothing closes. Footnotes
 *   have blocks, and so has text on the line of a tag of LaTeX that stays.
 *
 * Every unit but a fixed one reads the same elsewhere at the top of a document, as long as blank lines part it from its neighbours,
 * with these exceptions of the formats: two lists side by side are one, indented code and paragraphs below a list are its
 * last item's, and in plain text a heading is known by what follows.
 */
export interface Unit {
  readonly kind: 'heading' | 'prose' | 'other' | 'fixed'
  /** Of a heading: 1 (outermost) to 6. Zero for all else. */
  readonly level: number
  readonly span: Span
  /** Its blocks: from the first index to before the second. */
  readonly blocks: readonly [start: number, end: number]
  /** The pairs around headings that it opens and closes, in order. Absent where there is none. */
  readonly ends?: readonly PairEnd[]
  /** True of what acts on all that follows: what stands before it does not read the same behind it. */
  readonly turns?: true
}

/** One end of a pair with a heading between the two, such as a tag and the tag that closes it. */
export interface PairEnd {
  /** The same number for both ends of a pair, and for no other of its text. */
  readonly pair: number
  readonly opens: boolean
}

/** Where a unit begins; it ends where the next one does. */
export interface UnitStart {
  /**
   * A body is prose where it has blocks, and else something other; a heading without a block is fixed; an anchor belongs to the
   * heading or body below it, and is fixed where there is none.
   */
  readonly kind: 'heading' | 'body' | 'fixed' | 'anchor'
  /** Of a heading, and else 0. */
  readonly level: number
  /** The offset of its first line. */
  readonly start: number
  /** How many blocks there are before it. */
  readonly block: number
  /** The pairs that it opens and closes, in order. What stands between the two of a pair is one unit, unless a heading does. */
  readonly marks?: readonly Mark[]
  /** Whether it acts on all that follows. */
  readonly turns?: boolean
}

/** One of a pair, such as a tag. */
export interface Mark {
  readonly name: string
  readonly opens: boolean
  /** Of no account without its like: a template tag may well stand for something by itself. */
  readonly mayStandAlone?: boolean
  /** Whether it counts only around headings: paragraphs between the two are not made one. */
  readonly ofSections?: boolean
}

/** The units that begin at `starts`, ascending; `count` is how many blocks the text has. */
export function unitsOf(text: string, starts: readonly UnitStart[], count: number): Unit[] {
  if (starts.length === 0 && text !== '') return unitsOf(text, [{ kind: 'body', level: 0, start: 0, block: 0 }], 0)
  const { reach, alone, ends } = pairUp(starts)
  const units: Unit[] = []
  let anchors = 0
  for (let first = 0, next: number; first < starts.length; first = next) {
    let { kind, start } = starts[first]
    const { level, block } = starts[first]
    let last = reach[first]
    for (next = first + 1; next <= last; next++) last = Math.max(last, reach[next])
    const end = next < starts.length ? starts[next] : { start: text.length, block: count }
    const empty = end.block === block
    const own = starts.slice(first, next).flatMap((_, index) => ends[first + index] ?? [])
    const turns = starts.slice(first, next).some((each) => each.turns === true)
    if (next > first + 1) kind = 'body'
    else if (kind !== 'anchor' && (alone.has(first) || own.length > 0 || (kind === 'heading' && empty))) kind = 'fixed'
    if (kind === 'heading' || kind === 'body') {
      for (; anchors > 0; anchors--) {
        const anchor = units.pop()!
        ;({ start } = anchor.span)
        own.unshift(...(anchor.ends ?? []))
      }
    }
    anchors = kind === 'anchor' ? anchors + 1 : 0
    units.push({
      kind: kind === 'body' ? (empty ? 'other' : 'prose') : kind === 'anchor' ? 'fixed' : kind,
      level: kind === 'heading' ? level : 0,
      span: { start: units.length === 0 ? 0 : start, end: end.start },
      blocks: [block, end.block],
      ...(own.length === 0 ? {} : { ends: own }),
      ...(turns || (kind === 'fixed' && alone.has(first)) ? { turns: true } : {})
    })
  }
  return units
}

interface Paired {
  /** For each unit the last one that it is one with; itself where none. */
  readonly reach: readonly number[]
  /** Those that have a mark without its like. */
  readonly alone: ReadonlySet<number>
  /** The ends of pairs around headings, by their unit. */
  readonly ends: readonly (PairEnd[] | undefined)[]
}

function pairUp(starts: readonly UnitStart[]): Paired {
  const reach = starts.map((_, index) => index)
  const alone = new Set<number>()
  const ends: PairEnd[][] = []
  const open: { mark: Mark; index: number; headings: number }[] = []
  const counts = new Map<string, number>()
  let headings = 0
  let pairs = 0
  const addEnd = (index: number, end: PairEnd): void => {
    ;(ends[index] ??= []).push(end)
  }
  /** The latest that is open; what was opened since is not closed. */
  const close = (name: string): (typeof open)[number] => {
    for (;;) {
      const last = open.pop()!
      counts.set(last.mark.name, counts.get(last.mark.name)! - 1)
      if (last.mark.name === name) return last
      if (last.mark.mayStandAlone !== true) alone.add(last.index)
    }
  }
  for (const [index, { kind, marks = [] }] of starts.entries()) {
    if (kind === 'heading') headings++
    for (const mark of marks) {
      const count = counts.get(mark.name) ?? 0
      if (mark.opens) {
        open.push({ mark, index, headings })
        counts.set(mark.name, count + 1)
      } else if (count > 0) {
        const opening = close(mark.name)
        if (opening.headings < headings) {
          addEnd(opening.index, { pair: pairs, opens: true })
          addEnd(index, { pair: pairs++, opens: false })
        } else if (mark.ofSections !== true) reach[opening.index] = Math.max(reach[opening.index], index)
      } else if (mark.mayStandAlone !== true) alone.add(index)
    }
  }
  for (const { mark, index } of open) if (mark.mayStandAlone !== true) alone.add(index)
  return { reach, alone, ends }
}
