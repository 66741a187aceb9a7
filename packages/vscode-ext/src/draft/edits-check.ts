import { parseDocument } from '@leitmotif/encoder'
import type { ArrangedHeading, Arrangement } from './edits-arrangement.js'

interface Read {
  readonly text: string
  /** Of a heading; 0 of prose. */
  readonly level: number
  /** A heading that is written by the change. */
  readonly ours?: boolean
}

/**
 * Where the draft after the edits does not read as its arrangement says: the same prose in the new order, under the headings wanted.
 * In plain text levels may be others, and what stands before the first section, for a line is told by what follows it.
 * @param text the draft after the edits
 * @returns the words there; undefined where all reads as wanted, and not so where moved text leaves a comment open
 */
export function findMisread(arrangement: Arrangement, text: string): string | undefined {
  const { format, parts } = arrangement.draft
  const wanted = expected(arrangement)
  const found = parseDocument(text, format).blocks
  const length = Math.max(wanted.length, found.length)
  const levelOf = (level: number): number => (format === 'plain' ? Math.sign(level) : level)
  const head = format === 'plain' ? (parts.at(0)?.blocks[0] ?? 0) : 0
  for (let index = head; index < length; index++) {
    const want = wanted.at(index)
    const { prose, level = 0 } = found.at(index) ?? {}
    const reads = want !== undefined && prose !== undefined && levelOf(want.level) === levelOf(level)
    if (!reads || !isRead(want, prose.text)) return (want?.text ?? prose?.text ?? '').slice(0, 60)
  }
  return undefined
}

/** A heading of ours need only read the same letter by letter: quotes and dashes may be set as others. */
function isRead({ text, ours }: Read, found: string): boolean {
  return text === found || (ours === true && letters(text) === letters(found))
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

function expected({ draft, sections }: Arrangement): Read[] {
  const { parts, parsed } = draft
  const blocks = (start: number, end: number): Read[] => {
    return parsed.blocks.slice(start, end).map(({ prose, level }) => ({ text: prose.text, level }))
  }
  const title = ({ part, text, level }: ArrangedHeading): Read => {
    if (text !== undefined) return { text, level, ours: true }
    return { text: parsed.blocks[parts[part!].blocks[0]].prose.text, level }
  }
  return [
    blocks(0, parts.at(0)?.blocks[0] ?? parsed.blocks.length),
    ...sections.flatMap(({ heading, parts: own }) => [
      heading === undefined ? [] : [title(heading)],
      ...own.map((part) => blocks(...parts[part].blocks))
    ]),
    blocks(parts.at(-1)?.blocks[1] ?? parsed.blocks.length, parsed.blocks.length)
  ].flat()
}
