// Indexes a folder as a process of its own, which test/kill.test.ts kills: indexer-process.mjs DOCS COLLECTION BUNDLE
import { loadEncoder } from '@leitmotif/encoder'
import { ingest, openEmbeddedStore } from '@leitmotif/indexer'

const [docs, collection, bundle] = process.argv.slice(2)
const encoder = await loadEncoder(bundle)
process.stdout.write('ready\n')
const store = await openEmbeddedStore(collection, { access: 'write', encoder })
await ingest({ paths: [docs], store, encoder, batch: 150 })
await store.close()
