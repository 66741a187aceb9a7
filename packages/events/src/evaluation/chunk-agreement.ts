/** Agreement of predicted chunks with the true ones. */
export interface ChunkAgreement {
  /** Number of true chunks, of chunks found, and of correct ones: same first word, last word and kind. */
  readonly true: number
  readonly found: number
  readonly right: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

interface Chunk {
  readonly kind: string
  readonly start: number
  readonly end: number
}

/**
 * Returns the chunks of a sequence of labels by the rules of the shared task's `conlleval` (Tjong Kim Sang and Buchholz
 * 2000). A chunk begins at B-, at I- after O, and at I- of another kind. Ends are half-open.
 */
export function chunksOf(labels: readonly string[]): Chunk[] {
  const chunks: Chunk[] = []
  let kind = ''
  let start = 0
  for (let i = 0; i <= labels.length; i++) {
    const label = i < labels.length ? labels[i] : 'O'
    const next = label === 'O' ? '' : label.slice(2)
    if (kind !== '' && (next !== kind || label.startsWith('B-'))) {
      chunks.push({ kind, start, end: i })
      kind = ''
    }
    if (kind === '' && next !== '') {
      kind = next
      start = i
    }
  }
  return chunks
}

/** Returns the agreement over many sequences: overall, and by kind of chunk. A share of nothing is 0. */
export function chunkAgreement(pairs: Iterable<readonly [expected: readonly string[], found: readonly string[]]>): {
  readonly all: ChunkAgreement
  readonly kinds: ReadonlyMap<string, ChunkAgreement>
} {
  const counts = new Map<string, { true: number; found: number; right: number }>()
  const of = (kind: string): { true: number; found: number; right: number } => {
    const known = counts.get(kind) ?? { true: 0, found: 0, right: 0 }
    counts.set(kind, known)
    return known
  }
  const key = ({ kind, start, end }: Chunk): string => `${kind} ${start} ${end}`
  for (const [expected, found] of pairs) {
    const wanted = chunksOf(expected)
    const keys = new Set(wanted.map(key))
    for (const { kind } of wanted) for (const name of ['', kind]) of(name).true++
    for (const chunk of chunksOf(found)) {
      for (const name of ['', chunk.kind]) {
        of(name).found++
        if (keys.has(key(chunk))) of(name).right++
      }
    }
  }
  const all = agreement(of(''))
  counts.delete('')
  const kinds = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return { all, kinds: new Map(kinds.map(([kind, count]) => [kind, agreement(count)])) }
}

function agreement(count: { true: number; found: number; right: number }): ChunkAgreement {
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  const precision = share(count.right, count.found)
  const recall = share(count.right, count.true)
  return { ...count, precision, recall, f1: share(2 * precision * recall, precision + recall) }
}
