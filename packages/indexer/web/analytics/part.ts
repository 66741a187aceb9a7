import type { CollectionAnswer } from '../../src/service/schemas/theme-schemas.js'
import type { Address } from '../data/address.js'

/** Properties of each part of the analytics. */
export interface PartProps {
  readonly address: Address
  /** The collection. */
  readonly described: CollectionAnswer
  /** The filter in the address, in the format of the service. */
  readonly filter: string | undefined
}
