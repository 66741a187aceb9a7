const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** The number of UTF-16 units of each text that are hashed: bounds the cost of a very long paragraph. */
const READ = 2_000

/** Returns a hash of a list of texts, the same on every host: FNV-1a of 64 bits (Fowler, Noll and Vo) over their UTF-16 units. */
export function fingerprintOf(texts: readonly string[]): string {
  let hash = OFFSET
  for (const text of texts) {
    const read = Math.min(text.length, READ)
    for (let i = 0; i <= read; i++) {
      // A value outside the range of units separates the texts.
      const unit = i < read ? text.charCodeAt(i) : 0x10000
      hash = BigInt.asUintN(64, (hash ^ BigInt(unit)) * PRIME)
    }
  }
  return hash.toString(16).padStart(16, '0')
}
