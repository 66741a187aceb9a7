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

/** A key of which each part may have several values, which are counted under each of them. */
type Keys = readonly (Key[number] | readonly Key[number][])[]

/** Returns a counter of sentences and their documents by key. It keeps a set of document ids for each key in memory. */
export function createTally(): {
  /** Adds sentences of one document, by default one. The caller may change `keys` afterwards. */
  add(keys: Keys, document: string, sentences?: number): void
  /** Returns the counts, largest first, then by key: numbers before text, missing keys last. */
  counts(): Count[]
} {
  const newBranch = (): Branch => ({ next: new Map(), documents: new Set(), key: [], sentences: 0 })
  const root = newBranch()
  const found: Branch[] = []
  const key: Key[number][] = []

  function below(branch: Branch, value: Key[number]): Branch {
    let next = branch.next.get(value)
    if (next === undefined) branch.next.set(value, (next = newBranch()))
    return next
  }

  function addTo(branch: Branch, keys: Keys, document: string, sentences: number, part = 0): void {
    if (part === keys.length) {
      if (branch.sentences === 0) {
        branch.key = key.slice(0, part)
        found.push(branch)
      }
      branch.sentences += sentences
      if (branch.last !== document) branch.documents.add(document)
      branch.last = document
      return
    }
    const values = keys[part]
    if (typeof values !== 'object') {
      key[part] = values
      addTo(below(branch, values), keys, document, sentences, part + 1)
    } else
      for (const value of values) {
        key[part] = value
        addTo(below(branch, value), keys, document, sentences, part + 1)
      }
  }

  return {
    add(keys, document, sentences = 1) {
      addTo(root, keys, document, sentences)
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
