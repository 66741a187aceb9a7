import { z } from 'zod'
import type { ThemeStore } from '../../store/store.js'
import { planDecoder } from './index-plan.js'
import { checkpointDecoder } from './source-index.js'

/** Name among the collection's stored values. */
const NAME = 'index-sources'

const sourceDecoder = z.object({
  /** Address of the server. */
  server: z.string(),
  query: z.string().optional(),
  plan: planDecoder,
  /** Up to where it was read; absent if the next run is to read all. */
  checkpoint: checkpointDecoder.optional(),
  /** Documents that the collection had from it afterwards. */
  documents: z.int()
})

/** An index that a collection was filled from, and how. */
export type KnownSource = z.infer<typeof sourceDecoder>

/** The indexes that a collection was filled from, by source. Those that cannot be read are read as new. */
export async function readKnownSources(store: ThemeStore): Promise<Readonly<Record<string, KnownSource>>> {
  return z
    .record(z.string(), sourceDecoder)
    .catch({})
    .parse(await store.storedValue(NAME))
}

export async function keepKnownSource(store: ThemeStore, source: string, known: KnownSource): Promise<void> {
  await store.storeValue(NAME, { ...(await readKnownSources(store)), [source]: known })
}
