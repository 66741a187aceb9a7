import { parseDocument, type ParsedDocument } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import type { Change } from '../change.js'
import type { ArrangedHeading, Arrangement } from './arrangement.js'
import { scopesOf } from './draft-parts.js'

interface Read {
  readonly text: string
  /** Level of a heading; 0 for prose. */
  readonly level: number
  /** Ids of the footnote texts and link targets that it refers to. */
  readonly refersTo: string
  /** Whether the change wrote this heading. */
  readonly ours?: boolean
}

/**
 * Finds where the edited draft does not parse as its arrangement: the same prose in the new order, under the new
 * headings. In plain text, levels and the text before the first section may differ, because they depend on the lines
 * around.
 * @param text the draft after the edits
 * @returns the words at the first difference, for example where moved text leaves a comment open; undefined if there is
 * none
 */
export function findMisread(arrangement: Arrangement, text: string): string | undefined {
  const { format, parts } = arrangement.draft
  const numbers = new Map<string, number>()
  const wanted = expected(arrangement, numbers)
  const found = readsOf(parseDocument(text, format), numbers)
  const length = Math.max(wanted.length, found.length)
  const levelOf = (level: number): number => (format === 'plain' ? Math.sign(level) : level)
  const head = format === 'plain' ? (parts.at(0)?.blocks[0] ?? 0) : 0
  for (let index = head; index < length; index++) {
    const [want, read] = [wanted.at(index), found.at(index)]
    const reads = want !== undefined && read !== undefined && levelOf(want.level) === levelOf(read.level)
    if (!reads || !isRead(want, read)) return (want?.text ?? read?.text ?? '').slice(0, 60)
  }
  return undefined
}

/**
 * Whether a heading or block was parsed as expected. A heading that the change wrote must only have the same letters,
 * because parsers may change quotes and dashes.
 */
function isRead({ text, refersTo, ours }: Read, found: Read): boolean {
  if (ours === true) return letters(text) === letters(found.text)
  return text === found.text && refersTo === found.refersTo
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the blocks of a text. @param numbers ids of referred texts and targets; new ones are added */
function readsOf({ blocks, links }: ParsedDocument, numbers: Map<string, number>): Read[] {
  const referents = new Map(links)
  for (const { note, prose } of blocks) {
    if (note !== undefined) referents.set(note, `${referents.get(note) ?? ''}\n${prose.text}`)
  }
  const numberOf = (name: string): number => {
    const referent = referents.get(name) ?? ''
    const number = numbers.get(referent) ?? numbers.size
    numbers.set(referent, number)
    return number
  }
  return blocks.map(({ prose, level, refersTo = [] }) => {
    return { text: prose.text, level, refersTo: refersTo.map(numberOf).join(' ') }
  })
}

function expected({ draft, sections }: Arrangement, numbers: Map<string, number>): Read[] {
  const { parts, parsed } = draft
  const reads = readsOf(parsed, numbers)
  const title = ({ part, text, level }: ArrangedHeading): Read => {
    if (text !== undefined) return { text, level, refersTo: '', ours: true }
    return { ...reads[parts[part!].blocks[0]], level }
  }
  return [
    reads.slice(0, parts.at(0)?.blocks[0]),
    ...sections.flatMap(({ heading, parts: own }) => [
      heading === undefined ? [] : [title(heading)],
      ...own.map((part) => reads.slice(...parts[part].blocks))
    ]),
    reads.slice(parts.at(-1)?.blocks[1] ?? reads.length)
  ].flat()
}

/**
 * Checks that tags, conditions and commands still apply to the same sections and paragraphs, except for paragraphs that
 * the writer moves to another section.
 * @throws Error with a translated message if they do not
 */
export function checkScopes({ draft, sections, scopes: before }: Arrangement, change: Change): void {
  const { parts, text } = draft
  if (change.kind === 'split' || change.kind === 'merge' || change.kind === 'rename' || change.kind === 'level') return
  const isChosen =
    (change.kind === 'move' && change.heading === undefined) ||
    (change.kind === 'move-theme' && change.to.where === 'inside')
  const order = sections.flatMap(({ heading, parts: own }) => [
    ...(heading?.part === undefined ? [] : [heading.part]),
    ...own
  ])
  for (const [index, scope] of scopesOf(parts, order)) {
    const { kind, ends, turns } = parts[index]
    if (isChosen && kind === 'body' && ends.length === 0 && !turns) continue
    const today = before.get(index)!
    const moved = [
      [today.pair, scope.pair],
      [today.turn, scope.turn]
    ].find(([old, now]) => old !== now)
    if (moved === undefined) continue
    const { start, end } = parts[Math.max(...moved)]
    const mark = text
      .slice(start, end)
      .split(/[\r\n]/, 1)[0]
      .slice(0, 60)
    throw new Error(
      l10n.t(
        '“{0}” would apply to other text after this change. Move it by hand, together with the markup that closes it.',
        mark
      )
    )
  }
}
