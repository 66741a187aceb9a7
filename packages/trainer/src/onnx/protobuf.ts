/** Fields of a protocol buffer message in the wire format, concatenated. */
export type Fields = Uint8Array

/** Writes an integer of 0 or more: an `int32`, `int64` or enum field. */
export function integerField(field: number, value: number): Fields {
  return joinFields([tag(field, 0), varint(value)])
}

/** Writes a field of text, bytes or a message. */
export function bytesField(field: number, value: string | Uint8Array): Fields {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return joinFields([tag(field, 2), varint(bytes.length), bytes])
}

/** Concatenates fields to a message, or a part of one. */
export function joinFields(fields: readonly Fields[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(fields.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const each of fields) {
    joined.set(each, offset)
    offset += each.length
  }
  return joined
}

/**
 * Yields the fields of a message in order: integers below 2 ** 53, and bytes. Skips numbers of fixed length.
 * @throws RangeError for groups, and for a truncated message.
 */
export function* readFields(message: Uint8Array): Generator<readonly [field: number, value: number | Uint8Array]> {
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let scale = 1; at < message.length && scale < 2 ** 53; scale *= 128) {
      const byte = message[at++]
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
    throw new RangeError(`an integer before byte ${at} has no end`)
  }
  while (at < message.length) {
    const tag = readVarint()
    const [field, wireType] = [Math.floor(tag / 8), tag % 8]
    if (wireType === 1 || wireType === 5) {
      at += wireType === 1 ? 8 : 4
      continue
    }
    const value = readVarint()
    if (wireType === 0) {
      yield [field, value]
      continue
    }
    if (wireType !== 2 || at + value > message.length) throw new RangeError(`field ${field} ends beyond the message`)
    yield [field, message.subarray(at, at + value)]
    at += value
  }
}

function tag(field: number, wireType: number): Uint8Array {
  return varint(field * 8 + wireType)
}

/** Writes a varint: seven bits a byte, lowest first; the eighth bit says that more bytes follow. */
function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.of(...bytes, rest)
}
