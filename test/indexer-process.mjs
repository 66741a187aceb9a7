// Indexes a folder in a process that tests kill: indexer-process.mjs DOCS PLACE COLLECTION BUNDLE. Writes a dot for each progress
// step.
import { loadEncoder } from '@leitmotif/encoder'
import { ingest, openElasticsearchStore, openEmbeddedStore } from '@leitmotif/indexer'

const [docs, place, collection, bundle] = process.argv.slice(2)
const encoder = await loadEncoder(bundle)
const open = place.startsWith('http:') ? openElasticsearchStore : openEmbeddedStore
const store = await open(place, { access: 'write', encoder, collection, representation: 'static' })
await ingest({ paths: [docs], store, encoder, batch: 150, onProgress: () => process.stdout.write('.') })
await store.close()
