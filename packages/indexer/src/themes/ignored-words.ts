import { Failure } from '@leitmotif/command'
import { z } from 'zod'
import { schemaFault } from '../store/schema-fault.js'
import type { ThemeStore } from '../store/store.js'

/** Name among the collection's stored values. */
const NAME = 'theme-ignored-words'

const decoder = z.array(z.string())

/** Returns the words stored with a collection that name no theme. @throws Failure if they cannot be read. */
export async function readIgnoredWords(store: ThemeStore): Promise<readonly string[]> {
  const decoded = decoder.safeParse((await store.storedValue(NAME)) ?? [])
  if (decoded.success) return decoded.data
  throw new Failure(
    `the words that name no theme cannot be read (${schemaFault(decoded.error)}); ` +
      'leitmotif themes build --no-ignore-words removes them'
  )
}

/** Stores such words with a collection, and replaces the previous ones; none removes them. */
export async function keepIgnoredWords(store: ThemeStore, words: readonly string[]): Promise<void> {
  await store.storeValue(NAME, words.length === 0 ? undefined : words)
}
