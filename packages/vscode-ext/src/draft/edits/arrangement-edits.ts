import type { Span } from '@leitmotif/encoder'
import type { DraftEdit } from '../change.js'
import type { ArrangedHeading, Arrangement } from './arrangement.js'

/** A piece of the rearranged draft. */
interface Item {
  /** The current part that it is; -1 if it is new. */
  readonly part: number
  readonly heading: boolean
  readonly text: string
  /** The span of a new heading's words in `text`. */
  readonly words?: Span
}

/** Returns the edits that turn the draft into its arrangement, and the words of the first new heading in the edited text. */
export function rearrange(arrangement: Arrangement): { edits: DraftEdit[]; words: Span | undefined } {
  const { text, parts } = arrangement.draft
  const items = itemsOf(arrangement)
  const stays = keptItems(items, arrangement)
  const gaps = gapsAbove(items, arrangement)
  const edits: DraftEdit[] = []
  const replace = (start: number, end: number, by: string): void => {
    if (text.slice(start, end) !== by) edits.push(withoutSpaceAround(text, { start, end, text: by }))
  }
  const first = parts.at(0)?.start ?? text.length
  let words: Span | undefined
  /** The new text from `origin` on, which is at offset `length` in the edited text. */
  let pending = ''
  let origin = first
  let length = first
  for (const [index, item] of items.entries()) {
    pending += gaps[index]
    if (item.words !== undefined && words === undefined) {
      const at = length + pending.length
      words = { start: at + item.words.start, end: at + item.words.end }
    }
    if (!stays[index]) {
      pending += item.text
      continue
    }
    const { start, end } = parts[item.part]
    replace(origin, start, pending)
    if (text.slice(start, end) !== item.text) edits.push(changed(text, { start, end, text: item.text }))
    length += pending.length + item.text.length
    pending = ''
    origin = end
  }
  replace(origin, parts.at(-1)?.end ?? text.length, pending)
  return { edits, words }
}

function itemsOf(arrangement: Arrangement): Item[] {
  const { draft, sections } = arrangement
  const items: Item[] = []
  const labels = orphanedLabels(arrangement)
  const push = (item: Item): void => {
    for (const text of labels.get(item.part) ?? []) items.push({ part: -1, heading: false, text })
    items.push(item)
  }
  for (const { heading, parts } of sections) {
    if (heading !== undefined) push(headingItem(heading, arrangement))
    for (const part of parts) {
      push({ part, heading: false, text: draft.text.slice(draft.parts[part].start, draft.parts[part].end) })
    }
  }
  for (const text of labels.get(draft.parts.length) ?? []) items.push({ part: -1, heading: false, text })
  return items
}

/** Returns the labels and anchors of removed headings by the next remaining part, which they are placed before. */
function orphanedLabels({ draft, sections, markup }: Arrangement): Map<number, string[]> {
  const { text, parts } = draft
  const kept = new Set(sections.map(({ heading }) => heading?.part))
  const labels = new Map<number, string[]>()
  let waiting: string[] = []
  for (const [index, { kind, start, end, title }] of parts.entries()) {
    if (kind !== 'heading' || kept.has(index)) {
      if (waiting.length > 0) labels.set(index, waiting)
      waiting = []
      continue
    }
    const own = markup.label?.(text.slice(title.start, title.end)) ?? ''
    const around = [text.slice(start, title.start), own, text.slice(title.end, end)]
    waiting.push(...around.map((label) => label.trim()).filter((label) => label !== ''))
  }
  if (waiting.length > 0) labels.set(parts.length, waiting)
  return labels
}

function headingItem({ part, text, level }: ArrangedHeading, { draft, markup }: Arrangement): Item {
  if (part === undefined) {
    const { source, start, end } = markup.write(text!, level)
    return { part: -1, heading: true, text: source, words: { start, end } }
  }
  const { start, end, title, level: today } = draft.parts[part]
  const source = draft.text.slice(title.start, title.end)
  const to = { ...(text === undefined ? {} : { text }), ...(level === today ? {} : { level }) }
  const changed = text === undefined && level === today ? source : markup.change({ source, level: today }, to)
  return {
    part,
    heading: true,
    text: draft.text.slice(start, title.start) + changed + draft.text.slice(title.end, end)
  }
}

/** Returns which items stay in place: those in the current order with the most text in total. */
function keptItems(items: readonly Item[], { draft }: Arrangement): boolean[] {
  const { parts } = draft
  // A Fenwick tree over the parts: for each part, the increasing sequence of greatest total length that ends at or
  // before it.
  const best = new Float64Array(parts.length + 1)
  const last = new Int32Array(parts.length + 1).fill(-1)
  const before = new Int32Array(items.length).fill(-1)
  let end = -1
  let most = 0
  for (const [index, { part }] of items.entries()) {
    if (part < 0) continue
    let sum = 0
    for (let at = part; at > 0; at -= at & -at) {
      if (best[at] > sum) {
        sum = best[at]
        before[index] = last[at]
      }
    }
    sum += parts[part].end - parts[part].start + 1
    for (let at = part + 1; at < best.length; at += at & -at) {
      if (sum > best[at]) {
        best[at] = sum
        last[at] = index
      }
    }
    if (sum > most) {
      most = sum
      end = index
    }
  }
  const stays = items.map(() => false)
  for (; end >= 0; end = before[end]) stays[end] = true
  return stays
}

/**
 * Returns the gap before each item: the current one if both items are neighbours now; otherwise at least a blank line, as many as
 * after the previous item or, for a heading, above it now. The first item has no gap.
 */
function gapsAbove(items: readonly Item[], { draft }: Arrangement): string[] {
  const { text, parts, lineEnd, format } = draft
  const blank = lineEnd + lineEnd
  const gapBehind = (part: number): string => {
    const gap = part >= 0 && part + 1 < parts.length ? text.slice(parts[part].end, parts[part + 1].start) : ''
    return lines(gap) > 1 ? gap : blank
  }
  const above = gapBehind(parts.findIndex(({ kind }, part) => part > 0 && kind === 'heading') - 1)
  const head: Item = { part: -1, heading: false, text: text.slice(0, parts.at(0)?.start).trimEnd() }
  return items.map((item, index) => {
    if (index === 0) return item.part !== 0 && format === 'restructuredtext' && isHeldBy(head, item) ? `..${blank}` : ''
    const before = items[index - 1]
    if (before.part >= 0 && item.part === before.part + 1)
      return text.slice(parts[before.part].end, parts[item.part].start)
    if (item.heading && item.part > 0) return gapBehind(item.part - 1)
    if (format === 'plain' && isBullet(before) && isBullet(item)) return lineEnd
    const gap = gapBehind(before.part)
    if (format === 'restructuredtext' && isHeldBy(before, item)) return `${gap}..${blank}`
    return gap + lineEnd.repeat(item.heading ? Math.max(lines(above) - lines(gap), 0) : 0)
  })
}

function lines(gap: string): number {
  return gap.match(/\r\n|\r|\n/g)?.length ?? 0
}

function isBullet({ text }: Item): boolean {
  return /^[ \t]*[-*•‣][ \t]/.test(text)
}

/** Returns whether an indented item would become part of the one before it, so that an empty comment must separate them. */
function isHeldBy(before: Item, { text }: Item): boolean {
  const takes = /^(?:\.\.|:[^:]+:|[-*+•‣⁃]|\(?(?:\w+|#)[.)])\s|[\r\n][ \t]+\S|::\s*$/
  return /^[ \t]/.test(text) && !before.heading && takes.test(before.text)
}

/** Returns an edit without the white space at its ends that it would not change. */
function withoutSpaceAround(text: string, { start, end, text: by }: DraftEdit): DraftEdit {
  let head = 0
  const most = Math.min(end - start, by.length)
  while (head < most && /\s/.test(by[head]) && text[start + head] === by[head]) head++
  if (head > 0 && by[head - 1] === '\r') head--
  let tail = 0
  while (tail < most - head && /\s/.test(by[by.length - 1 - tail]) && text[end - 1 - tail] === by[by.length - 1 - tail])
    tail++
  if (tail > 0 && by[by.length - tail] === '\n' && by[by.length - tail - 1] === '\r') tail--
  return { start: start + head, end: end - tail, text: by.slice(head, by.length - tail) }
}

/** Returns the edit of a heading reduced to the part that differs. */
function changed(text: string, { start, end, text: by }: DraftEdit): DraftEdit {
  const most = Math.min(end - start, by.length)
  let head = 0
  while (head < most && text[start + head] === by[head]) head++
  let tail = 0
  while (tail < most - head && text[end - 1 - tail] === by[by.length - 1 - tail]) tail++
  // Never splits a surrogate pair or CR LF.
  while (head > 0 && /[\ud800-\udbff\r]/.test(text[start + head - 1])) head--
  while (tail > 0 && /[\udc00-\udfff\n]/.test(text[end - tail])) tail--
  return { start: start + head, end: end - tail, text: by.slice(head, by.length - tail) }
}
