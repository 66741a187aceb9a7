// Indexes a folder in a process that tests kill: indexer-process.mjs DOCS PLACE COLLECTION BUNDLE [PART OF]. Writes a dot for each progress
// step.
import { loadEncoder } from '@leitmotif/encoder'
import { ingest, openElasticsearchStore, openEmbeddedStore } from '@leitmotif/indexer'

const [docs, place, collection, bundle, ...shares] = process.argv.slice(2)
const [number, of] = shares.map(Number)
const part = number === undefined ? undefined : { number, of }
const encoder = await loadEncoder(bundle)
const open = place.startsWith('http:') ? openElasticsearchStore : openEmbeddedStore
const store = await open(place, { access: 'write', encoder, collection, representation: 'static', part: number })
await ingest({ paths: [docs], store, encoder, batch: 150, part, onProgress: () => process.stdout.write('.') })
await store.close()
