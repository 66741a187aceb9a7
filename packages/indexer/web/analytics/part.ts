import type { CollectionAnswer } from '../../src/service/schemas.js'
import type { Address } from '../data/address.js'

/** Properties of each part of the analytics. */
export interface PartProps {
  readonly address: Address
  /** The collection. */
  readonly described: CollectionAnswer
  /** The filter in the address, as the service takes it. */
  readonly filter: string | undefined
}
