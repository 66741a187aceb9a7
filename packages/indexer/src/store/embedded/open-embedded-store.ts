import { Failure } from '@leitmotif/command'
import type { GenerationStore } from '../store.js'
import type { EmbeddedStoreOptions } from './embedded-store.js'

/**
 * Opens a collection in a folder, as `embedded-store.ts` does. Loads LanceDB only now.
 * @throws Failure if it can't be loaded, too.
 * @example
 * const store = await openEmbeddedStore('shelf', { access: 'write', encoder, representation: 'static' })
 * await ingest({ store, encoder, paths: ['samples'] })
 * (await store.describe()).documents // => 14
 * await store.close()
 */
export async function openEmbeddedStore(folder: string, options: EmbeddedStoreOptions): Promise<GenerationStore> {
  const embedded = await import('./embedded-store.js').catch(refuseFolders)
  return embedded.openEmbeddedStore(folder, options)
}

function refuseFolders(error: unknown): never {
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
  throw new Failure(
    `collections in folders need LanceDB, which can't be loaded on ${process.platform} ${process.arch} (${reason}). ` +
      'If npm left out optional packages, run npm install leitmotif again. On a system that LanceDB is not built for, ' +
      'such as a Mac with an Intel processor, keep collections in Elasticsearch: --to URL for leitmotif index, --in URL for the ' +
      'other commands. leitmotif outline works without either'
  )
}
