/** Maximum length of a symbol's code, in bits. */
const MAX_CODE = 20
/** Number of symbols coded with one table before the next selector. */
const GROUP_SIZE = 50
const BLOCK_START = 0x314159265359
const STREAM_END = 0x177245385090

const CUT_SHORT = 'the data is cut short'

/** Truncated or damaged data. */
export class Bzip2Error extends Error {
  override name = 'Bzip2Error'
}

/**
 * Unpacks bzip2 (the format of Julian Seward's bzip2 1.0, also with several streams) block by block. Memory holds one packed
 * and one unpacked block, at most 46 MB. Verifies checksums.
 * @throws Bzip2Error when the data is truncated or damaged.
 */
export async function* unpackBzip2(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = packed[Symbol.asyncIterator]()
  let bits = createBits(new Uint8Array(0))
  // Block size of the current stream; 0 before its header.
  let blockSize = 0
  let checksum = 0
  for (let streams = 0; ;) {
    // More than the largest block.
    const wanted = 65_536 + (blockSize * MAX_CODE) / 8
    if (bits.left() < wanted) {
      const pieces = [bits.rest()]
      for (let length = pieces[0].length; length < 2 * wanted;) {
        const next = await source.next()
        if (next.done === true) break
        pieces.push(next.value)
        length += next.value.length
      }
      bits = createBits(Buffer.concat(pieces), bits.offset())
    }
    if (blockSize === 0) {
      if (streams > 0 && bits.left() === 0) return
      blockSize = readHeader(bits)
      checksum = 0
      continue
    }
    const kind = bits.read(24) * 0x1000000 + bits.read(24)
    const expected = (bits.read(16) * 0x10000 + bits.read(16)) >>> 0
    if (kind === STREAM_END) {
      if (expected !== checksum) throw new Bzip2Error('a stream does not match its checksum')
      bits.align()
      blockSize = 0
      streams++
    } else if (kind === BLOCK_START) {
      const block = unpackBlock(bits, blockSize)
      if (checksumOf(block) !== expected) throw new Bzip2Error('a block does not match its checksum')
      checksum = (((checksum << 1) | (checksum >>> 31)) ^ expected) >>> 0
      yield block
    } else throw new Bzip2Error('expected a block or the end of a stream')
  }
}

/** Reads bits, the highest of each byte first. */
interface Bits {
  /** Returns the next bits, at most 25, without reading them. Zeros follow the data. */
  peek(count: number): number
  skip(count: number): void
  /** @throws Bzip2Error when the data ends before. */
  read(count: number): number
  /** Skips to the next whole byte. */
  align(): void
  /** Returns the number of whole unread bytes. */
  left(): number
  /** Returns the unread bytes, beginning with the partly read one. */
  rest(): Uint8Array
  /** Returns the number of bits read of that byte. */
  offset(): number
}

function createBits(data: Uint8Array, offset = 0): Bits {
  const padded = new Uint8Array(data.length + 4)
  padded.set(data)
  const end = 8 * data.length
  let at = offset
  const peek = (count: number): number => {
    const byte = at >>> 3
    const word = (padded[byte] << 24) | (padded[byte + 1] << 16) | (padded[byte + 2] << 8) | padded[byte + 3]
    return (word << (at & 7)) >>> (32 - count)
  }
  const skip = (count: number): void => {
    at += count
    if (at > end) throw new Bzip2Error(CUT_SHORT)
  }
  return {
    peek,
    skip,
    read(count) {
      const value = peek(count)
      skip(count)
      return value
    },
    align() {
      at = (at + 7) & ~7
    },
    left: () => (end - at) >>> 3,
    rest: () => data.subarray(at >>> 3),
    offset: () => at & 7
  }
}

/** Reads a stream's header. Returns the maximum size of its blocks in bytes. */
function readHeader(bits: Bits): number {
  if (bits.left() < 4) throw new Bzip2Error(CUT_SHORT)
  const size = bits.read(24) === 0x425a68 ? bits.read(8) - 0x30 : 0
  if (size < 1 || size > 9) throw new Bzip2Error('expected the header of a stream')
  return 100_000 * size
}

/** Unpacks a block after its checksum: prefix codes, move-to-front, Burrows–Wheeler transform, run lengths. */
function unpackBlock(bits: Bits, blockSize: number): Uint8Array {
  if (bits.read(1) !== 0) throw new Bzip2Error('a block of the form before bzip2 1.0; expected one of 1.0')
  const first = bits.read(24)
  const used = readUsedBytes(bits)
  const tableCount = bits.read(3)
  const selectors = readSelectors(bits, tableCount)
  const tables = Array.from({ length: tableCount }, () => readTable(bits, used.length + 2))

  const links = new Uint32Array(blockSize)
  const starts = new Uint32Array(256)
  let length = 0
  let run = 0
  let runBit = 1
  const endOfBlock = used.length + 1
  for (let symbolCount = 0; ; symbolCount++) {
    const selector = selectors[Math.floor(symbolCount / GROUP_SIZE)]
    if (symbolCount >= selectors.length * GROUP_SIZE) throw new Bzip2Error('a block has too few selectors')
    const symbol = readSymbol(bits, tables[selector])
    if (symbol < 2) {
      run += runBit << symbol
      runBit *= 2
      if (length + run > blockSize) throw new Bzip2Error('a block overflows')
      continue
    }
    if (run > 0) {
      links.fill(used[0], length, length + run)
      starts[used[0]] += run
      length += run
      run = 0
      runBit = 1
    }
    if (symbol === endOfBlock) break
    if (length === blockSize) throw new Bzip2Error('a block overflows')
    const byte = used[symbol - 1]
    used.copyWithin(1, 0, symbol - 1)
    used[0] = byte
    starts[byte]++
    links[length++] = byte
  }
  if (first >= length) throw new Bzip2Error('a block begins outside itself')
  invert(links, starts, length)
  return unpackRuns(links, first, length)
}

function readUsedBytes(bits: Bits): Uint8Array {
  const used: number[] = []
  const ranges = bits.read(16)
  for (let range = 0; range < 16; range++) {
    if (((ranges >>> (15 - range)) & 1) === 0) continue
    const bytes = bits.read(16)
    for (let byte = 0; byte < 16; byte++) if (((bytes >>> (15 - byte)) & 1) === 1) used.push(16 * range + byte)
  }
  if (used.length === 0) throw new Bzip2Error('a block uses no byte')
  return Uint8Array.from(used)
}

function readSelectors(bits: Bits, tableCount: number): Uint8Array {
  const selectors = new Uint8Array(bits.read(15))
  if (tableCount < 2 || tableCount > 6 || selectors.length === 0) throw new Bzip2Error('a block has no tables')
  const order = [0, 1, 2, 3, 4, 5]
  for (let i = 0; i < selectors.length; i++) {
    let place = 0
    while (bits.read(1) === 1) place++
    if (place >= tableCount) throw new Bzip2Error('a block selects a table that it lacks')
    selectors[i] = order[place]
    order.splice(0, 0, ...order.splice(place, 1))
  }
  return selectors
}

/** A prefix code. For each code length: the first MAX_CODE bits above its codes, and the offset of its symbols. */
interface Table {
  readonly shortest: number
  readonly past: Int32Array
  readonly offset: Int32Array
  /** In the order of their codes. */
  readonly symbols: Uint16Array
}

function readTable(bits: Bits, symbolCount: number): Table {
  const lengths = new Uint8Array(symbolCount)
  const counts = new Uint16Array(MAX_CODE + 1)
  let length = bits.read(5)
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    while (bits.read(1) === 1) length += bits.read(1) === 0 ? 1 : -1
    if (length < 1 || length > MAX_CODE) throw new Bzip2Error('a code is too long or too short')
    lengths[symbol] = length
    counts[length]++
  }
  const past = new Int32Array(MAX_CODE + 1)
  const offset = new Int32Array(MAX_CODE + 1)
  const symbols = new Uint16Array(symbolCount)
  let code = 0
  let placed = 0
  for (let bitCount = 1; bitCount <= MAX_CODE; bitCount++) {
    offset[bitCount] = placed - code
    for (let symbol = 0; symbol < symbolCount; symbol++) if (lengths[symbol] === bitCount) symbols[placed++] = symbol
    code += counts[bitCount]
    past[bitCount] = code << (MAX_CODE - bitCount)
    if (code > 1 << bitCount) throw new Bzip2Error('a table has too many codes')
    code <<= 1
  }
  return { shortest: counts.findIndex((count) => count > 0), past, offset, symbols }
}

function readSymbol(bits: Bits, { shortest, past, offset, symbols }: Table): number {
  const next = bits.peek(MAX_CODE)
  let length = shortest
  while (next >= past[length]) {
    if (++length > MAX_CODE) throw new Bzip2Error('a code is unknown')
  }
  bits.skip(length)
  return symbols[offset[length] + (next >>> (MAX_CODE - length))]
}

/** Replaces bytes with links: a byte, and above it the index of the next. `counts`: number of each byte. */
function invert(links: Uint32Array, counts: Uint32Array, length: number): void {
  let start = 0
  for (let byte = 0; byte < 256; byte++) {
    const count = counts[byte]
    counts[byte] = start
    start += count
  }
  for (let i = 0; i < length; i++) links[counts[links[i] & 0xff]++] |= i << 8
}

/** Follows the links and expands runs: after four equal bytes comes the number of further ones. */
function unpackRuns(links: Uint32Array, first: number, length: number): Uint8Array {
  let out = new Uint8Array(2 * length + 256)
  let written = 0
  let last = -1
  let run = 0
  let next = links[first] >>> 8
  for (let i = 0; i < length; i++) {
    const link = links[next]
    const byte = link & 0xff
    next = link >>> 8
    if (written + 256 > out.length) {
      const grown = new Uint8Array(2 * out.length)
      grown.set(out)
      out = grown
    }
    if (run === 4) {
      out.fill(last, written, written + byte)
      written += byte
      run = 0
      last = -1
    } else {
      run = byte === last ? run + 1 : 1
      last = byte
      out[written++] = byte
    }
  }
  return out.subarray(0, written)
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  return sum >>> 0
})

/** Returns the CRC-32 of bzip2, highest bit first. */
function checksumOf(bytes: Uint8Array): number {
  let sum = -1
  for (let i = 0; i < bytes.length; i++) sum = (sum << 8) ^ CHECKSUMS[(sum >>> 24) ^ bytes[i]]
  return ~sum >>> 0
}
