import type { FilterBody } from '../../src/service/schemas/common-schemas.js'
import type { SearchRequest } from '../../src/service/schemas/search-schemas.js'
import type { Address } from '../data/address.js'
import { filterOf, readConditions, type FieldCondition, type FieldTypes } from '../data/filter.js'

/** Number of hits shown at first, and added by each "more". */
export const STEP = 25

/** Maximum number of sentences that are grouped. */
export const GROUPED = 1000

export const MODES = ['thematic', 'hybrid', 'keyword'] as const
type Mode = (typeof MODES)[number]

/** Parameters of a search address. */
export interface Asked {
  readonly text: string
  readonly more: readonly string[]
  readonly less: readonly string[]
  readonly document?: string
  readonly mode: Mode
  /** A theme or group that hits must belong to. */
  readonly theme?: string
  readonly perDocument: boolean
  readonly conditions: readonly FieldCondition[]
  readonly group?: 'coarse' | 'medium' | 'fine'
  /** Indices, from 0, of the group opened at each level. */
  readonly within: readonly number[]
}

export function readAsked({ query }: Address): Asked {
  const mode = query.get('mode')
  const group = query.get('group')
  const theme = query.get('theme')
  const document = query.get('document')
  return {
    text: query.get('q') ?? '',
    more: query.getAll('more'),
    less: query.getAll('less'),
    ...(document === null ? {} : { document }),
    mode: MODES.find((known) => known === mode) ?? 'thematic',
    ...(theme === null ? {} : { theme }),
    perDocument: query.get('per') === 'document',
    conditions: readConditions(query),
    ...(group === 'coarse' || group === 'medium' || group === 'fine' ? { group } : {}),
    within: (query.get('within') ?? '').split('.').flatMap((part) => (/^\d+$/.test(part) ? [Number(part)] : []))
  }
}

/**
 * Returns the request to the service. `theme` is separate from `asked`, so that the themes of all hits can be counted,
 * too.
 */
export function requestOf(asked: Asked, types: FieldTypes, theme: string | undefined, k: number): SearchRequest {
  const filter: FilterBody = filterOf(asked.conditions, types)
  if (theme !== undefined) filter['themePath'] = theme
  return {
    texts: asked.text === '' ? [] : [asked.text],
    more: [...asked.more],
    less: [...asked.less],
    ...(asked.document === undefined ? {} : { document: asked.document }),
    // Keyword search needs a text.
    mode: asked.text === '' ? 'thematic' : asked.mode,
    perDocument: asked.perDocument,
    filter,
    k
  }
}
