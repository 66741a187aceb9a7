import type { Block } from './block.js'
import { piecesAround, type Replacement } from './replacements.js'
import { buildProse, type Prose } from './prose.js'
import type { Span } from './span.js'
import { unitsOf, type Mark, type Unit, type UnitStart } from './unit.js'

/** The result of a format's parser. */
export interface ParsedText {
  readonly blocks: readonly Block[]
  readonly units: readonly Unit[]
  /** The title, if the text states one other than by a heading. */
  readonly title?: string
  /** Blocks of HTML, of Markdown alone: no block has their words. */
  readonly html?: readonly HtmlBlock[]
  /** Targets of anonymous links, by name. */
  readonly links?: ReadonlyMap<string, string>
  /** Simple metadata, such as `author` and `date`. */
  readonly fields?: Readonly<Partial<Record<string, string>>>
}

/** A block of HTML in Markdown. */
export interface HtmlBlock {
  /** The offset of its first line. */
  readonly at: number
  /** Its lines, without the marks of quotes and lists around it and without template tags. */
  readonly text: string
}

/** Collects the blocks and units of a text in reading order. */
export interface Body {
  /** Begins a unit and ends the previous one. Returns the part that may still change. */
  readonly begin: (unit: Omit<OpenUnit, 'block' | 'level'> & { readonly level?: number }) => OpenUnit
  /** Adds a block if it has words. @param span its lines; `prose` is their part without markup of whole lines */
  readonly add: (
    block: Pick<Block, 'container' | 'span' | 'note' | 'refersTo'> & {
      readonly level?: number
      readonly prose: Span
      readonly replacements: readonly Replacement[]
    }
  ) => boolean
  readonly parsed: () => Pick<ParsedText, 'blocks' | 'units'>
}

/** A unit whose lines are still being read. */
export interface OpenUnit extends Omit<UnitStart, 'kind' | 'marks' | 'turns'> {
  kind: UnitStart['kind']
  marks?: Mark[]
  turns?: boolean
}

export function createBody(text: string): Body {
  const blocks: Block[] = []
  const starts: OpenUnit[] = []
  return {
    begin(unit) {
      const start = { level: 0, ...unit, block: blocks.length }
      starts.push(start)
      return start
    },
    add({ level = 0, prose: inner, replacements, ...block }) {
      const prose = proseOf(text, inner, replacements)
      if (!/[\p{L}\p{N}]/u.test(prose.text)) return false
      blocks.push({ kind: level > 0 ? 'heading' : 'paragraph', level, ...block, prose })
      return true
    },
    parsed: () => ({ blocks, units: unitsOf(text, starts, blocks.length) })
  }
}

export function proseOf(text: string, span: Span, replacements: readonly Replacement[]): Prose {
  return buildProse(text, piecesAround(text, span, replacements))
}
