import type { MapColoursAnswer } from '../../src/service/schemas/map-schemas.js'
import { timeOf } from '../data/figures.js'
import type { FieldTypes } from '../data/filter.js'

/** What the points are coloured by: themes at a level of their tree, 1 at the top, or a field. */
export type Colouring = { readonly level: number } | { readonly field: string }

/** Kinds of points in an answer: of a rarer value, and without a value. */
const [OTHERS, WITHOUT] = [254, 255]

/** Number of colours of a scale from low to high. */
const RAMP = 8

export interface LegendEntry {
  /** Class of the colour. */
  readonly colour: string
  readonly text: string
  readonly points: number
}

/** Points by a field: the index of each point's entry. */
interface FieldColours {
  readonly entries: readonly (LegendEntry & { readonly kind: 'value' | 'others' | 'without' })[]
  readonly kinds: Uint8Array
}

/** Returns what an address colours points by; the top level of themes for an unknown value. */
export function readColouring(value: string | null, levels: number, fields: FieldTypes): Colouring {
  const field = value?.startsWith('field-') === true ? value.slice('field-'.length) : undefined
  if (field !== undefined && Object.hasOwn(fields, field)) return { field }
  const level = Number(/^level-(\d)$/.exec(value ?? '')?.[1])
  return { level: level >= 1 && level <= levels ? level : 1 }
}

/** Returns the value for an address; undefined for the default. */
export function writeColouring(colouring: Colouring): string | undefined {
  if ('field' in colouring) return `field-${colouring.field}`
  return colouring.level === 1 ? undefined : `level-${colouring.level}`
}

/** Returns the name of a level of themes among so many. */
export function levelName(level: number, levels: number): string {
  if (level === levels) return 'Themes'
  return level === 1 ? 'Groups of themes' : `Groups of themes, level ${level}`
}

/** Returns legend and points of an answer. Dates and numbers have colours from low to high, keywords distinct ones. */
export function fieldColours(answer: MapColoursAnswer, isKeyword: boolean): FieldColours {
  const { keys, others, without } = answer
  const colourOf = (at: number): string =>
    isKeyword ? `slot-${at}` : `ramp-${keys.length < 2 ? RAMP - 1 : Math.round((at * (RAMP - 1)) / (keys.length - 1))}`
  const values = keys.map(({ key, last, points }, at) => {
    const first = timeOf(key, answer)
    const text = last === undefined ? first : `${first} to ${timeOf(last, answer)}`
    return { kind: 'value' as const, colour: colourOf(at), text, points }
  })
  const entries = [
    ...values,
    { kind: 'others' as const, colour: 'slot-none', text: 'other values', points: others },
    { kind: 'without' as const, colour: 'slot-none', text: 'no value', points: without }
  ]
  const bytes = Uint8Array.from(atob(answer.kinds), (letter) => letter.charCodeAt(0))
  const place = (kind: number): number =>
    kind === OTHERS ? values.length : kind === WITHOUT ? values.length + 1 : kind
  return { entries, kinds: bytes.map(place) }
}
