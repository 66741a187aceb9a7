const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** Texts are told apart by their first units: bounds the cost of a paragraph that is very long. */
const READ = 2_000

/** A short name for a list of texts, the same on every host: FNV-1a of 64 bits (Fowler, Noll and Vo) over their UTF-16 units. */
export function fingerprintOf(texts: readonly string[]): string {
  let hash = OFFSET
  for (const text of texts) {
    const read = Math.min(text.length, READ)
    for (let i = 0; i <= read; i++) {
      // Something that no unit is parts one text from the next.
      const unit = i < read ? text.charCodeAt(i) : 0x10000
      hash = BigInt.asUintN(64, (hash ^ BigInt(unit)) * PRIME)
    }
  }
  return hash.toString(16).padStart(16, '0')
}
