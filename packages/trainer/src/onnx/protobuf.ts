/** Fields of a message of protocol buffers, in its wire format, one after another. */
export type Fields = Uint8Array

/** A whole number of 0 or more, as `int32`, `int64` and enums are written. */
export function integerField(field: number, value: number): Fields {
  return joinFields([tag(field, 0), varint(value)])
}

/** Text, bytes, or another message. */
export function bytesField(field: number, value: string | Uint8Array): Fields {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return joinFields([tag(field, 2), varint(bytes.length), bytes])
}

/** Fields that are one message, or a part of one. */
export function joinFields(fields: readonly Fields[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(fields.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const each of fields) {
    joined.set(each, offset)
    offset += each.length
  }
  return joined
}

function tag(field: number, wireType: number): Uint8Array {
  return varint(field * 8 + wireType)
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.of(...bytes, rest)
}
