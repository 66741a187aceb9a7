import type { Address } from '../address.js'
import type { FieldTypes } from '../filter.js'

/** What each part of the analytics is given. */
export interface PartProps {
  readonly address: Address
  readonly fields: FieldTypes
  /** The filter in the address, as the service takes it. */
  readonly filter: string | undefined
}
