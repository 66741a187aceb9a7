/** A seeded stream of random numbers. Every random choice in the project comes from one. */
export interface Random {
  /** A float in [0, 1), 32 bits of chance. */
  next(): number
  /** An integer in [0, below). `below` is at least 1 and at most 2^32. */
  integer(below: number): number
  /** A standard normal deviate (Box and Muller's, polar form). */
  normal(): number
  /** Shuffles in place (Fisher and Yates) and returns the same array. */
  shuffle<T>(items: T[]): T[]
  /** An independent stream that depends only on this one's seed and on `label`, not on the numbers drawn before. */
  fork(label: string): Random
}

/** FNV-1a over UTF-16 code units: turns a seed's text into 32 bits. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Creates a stream of sfc32 (Chris Doty-Humphrey, PractRand), which gives the same numbers on every host. Equal seeds
 * give equal streams; `1` and `'1'` are equal seeds.
 */
export function createRandom(seed: number | string): Random {
  const name = String(seed)
  let a = hash32(name)
  let b = hash32(`${name}/b`)
  let c = hash32(`${name}/c`)
  let counter = 1
  const bits = (): number => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 12; i++) bits()
  const next = (): number => bits() / 0x1_0000_0000
  const integer = (below: number): number => Math.floor(next() * below)
  return {
    next,
    integer,
    normal() {
      while (true) {
        const u = 2 * next() - 1
        const v = 2 * next() - 1
        const s = u * u + v * v
        if (s > 0 && s < 1) return u * Math.sqrt((-2 * Math.log(s)) / s)
      }
    },
    shuffle(items) {
      for (let i = items.length - 1; i > 0; i--) {
        const j = integer(i + 1)
        const item = items[i]
        items[i] = items[j]!
        items[j] = item
      }
      return items
    },
    fork: (label) => createRandom(`${name}/${label}`)
  }
}
