import type { Count } from './store.js'

type Key = Count['key']

/** Counts sentences, and the documents that they are of, by key; memory holds a set of documents for each key. */
export function createTally(): {
  add(key: Key, document: string): void
  /** Largest first; of equals, in order of key, where numbers stand before text and what is absent stands last. */
  counts(): Count[]
} {
  const found = new Map<string, { key: Key; sentences: number; documents: Set<string> }>()
  return {
    add(key, document) {
      const name = JSON.stringify(key)
      const count = found.get(name) ?? { key, sentences: 0, documents: new Set<string>() }
      count.sentences++
      count.documents.add(document)
      found.set(name, count)
    },
    counts: () =>
      [...found.values()]
        .sort((a, b) => b.sentences - a.sentences || compareKeys(a.key, b.key))
        .map(({ key, sentences, documents }) => ({ key, sentences, documents: documents.size }))
  }
}

function compareKeys(a: Key, b: Key): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]
    if (value === other) continue
    if (value === undefined) return 1
    if (other === undefined) return -1
    if (typeof value === typeof other) return value < other ? -1 : 1
    return typeof value === 'number' ? -1 : 1
  }
  return 0
}
