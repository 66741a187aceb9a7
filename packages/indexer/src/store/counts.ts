import type { Count } from './store.js'

type Key = Count['key']

/** Node of a tree of counted keys, one level for each part of a key. The counts are at the leaves. */
interface Branch {
  readonly next: Map<Key[number], Branch>
  readonly documents: Set<string>
  key: Key
  sentences: number
  /** The last of `documents`: sentences of one come one after another. */
  last?: string
}

/** Returns a counter of sentences and their documents by key. It keeps a set of document ids for each key in memory. */
export function createTally(): {
  /** Adds sentences of one document, by default one. The caller may change `key` afterwards. */
  add(key: Key, document: string, sentences?: number): void
  /** Returns the counts, largest first, then by key: numbers before text, missing keys last. */
  counts(): Count[]
} {
  const newBranch = (): Branch => ({ next: new Map(), documents: new Set(), key: [], sentences: 0 })
  const root = newBranch()
  const found: Branch[] = []
  return {
    add(key, document, sentences = 1) {
      let branch = root
      for (const value of key) {
        let next = branch.next.get(value)
        if (next === undefined) branch.next.set(value, (next = newBranch()))
        branch = next
      }
      if (branch.sentences === 0) {
        branch.key = [...key]
        found.push(branch)
      }
      branch.sentences += sentences
      if (branch.last !== document) branch.documents.add(document)
      branch.last = document
    },
    counts: () =>
      found
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
