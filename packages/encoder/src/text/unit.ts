import type { Span } from './span.js'

/**
 * Whole lines of a document that a writer moves as one. Units are in order and together make up the text. A unit
 * includes the blank lines after it, the first unit also those before it. Only the last may lack a line end, and in
 * LaTeX a heading followed by text on its line.
 *
 * - `heading`: a heading of the outline, with its underline, labels and anchors. It has one block.
 * - `prose`: a top-level paragraph, or a whole list, quote, note or definition. It has blocks.
 * - `other`: code, a table, a figure or display math. No blocks.
 * - `fixed`: parts that cannot move, such as front matter, preamble, rules, comments, definitions of links and
 *   footnotes, tags around headings, unclosed code, and commands that affect all that follows. Footnotes have blocks,
 *   and so has text on the line of a fixed LaTeX tag.
 *
 * Every unit that is not fixed reads the same elsewhere at the top level, if blank lines separate it from its
 * neighbours. Exceptions: two adjacent lists become one, indented code and paragraphs after a list join its last item,
 * and in plain text a heading depends on the following text.
 */
export interface Unit {
  readonly kind: 'heading' | 'prose' | 'other' | 'fixed'
  /** Level of a heading, 1 (outermost) to 6; 0 otherwise. */
  readonly level: number
  readonly span: Span
  /** Its blocks: the first index, and the index after the last. */
  readonly blocks: readonly [start: number, end: number]
  /** The pairs around headings that it opens and closes, in order. Absent without any. */
  readonly ends?: readonly PairEnd[]
  /** True if it affects all that follows: text moved from one side of it to the other would change. */
  readonly turns?: true
}

/** One end of a pair with a heading in between, such as an opening and a closing tag. */
interface PairEnd {
  /** The same number for both ends of a pair, unique in the text. */
  readonly pair: number
  readonly opens: boolean
}

/** The start of a unit; it ends where the next one starts. */
export interface UnitStart {
  /**
   * A body with blocks is prose, without blocks other; a heading without a block is fixed; an anchor belongs to the
   * heading or body below it, and is fixed without one.
   */
  readonly kind: 'heading' | 'body' | 'fixed' | 'anchor'
  /** Level of a heading; 0 otherwise. */
  readonly level: number
  /** Offset of its first line. */
  readonly start: number
  /** Number of blocks before it. */
  readonly block: number
  /**
   * The pairs that it opens and closes, in order. Everything between the two ends of a pair is one unit, unless it
   * contains a heading.
   */
  readonly marks?: readonly Mark[]
  /** Whether it affects all that follows. */
  readonly turns?: boolean
}

/** One end of a pair, such as a tag. */
export interface Mark {
  readonly name: string
  readonly opens: boolean
  /** True if it needs no partner: a template tag may be complete by itself. */
  readonly mayStandAlone?: boolean
  /** True if it matters only around headings; paragraphs between the ends stay separate. */
  readonly ofSections?: boolean
}

/** Returns the units that begin at `starts`, ascending; the text has `count` blocks. */
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
  /** For each unit, the last one merged with it; itself if none. */
  readonly reach: readonly number[]
  /** Units with an unmatched mark. */
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
  /** Closes the latest open mark of a name; marks opened after it stay unmatched. */
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
