import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.js'
import { UnreadableValue } from '../computed-value.js'
import { writeAlias } from './names.js'

/** Characters in one part. Elasticsearch rejects texts of more than 50 million characters. */
const PART = 4_000_000

/** Entry of a name: it lists the parts that form the JSON. */
interface Head {
  /** Distinguishes the parts from those of the previous value, which a reader may still be reading. */
  readonly version: string
  readonly parts: number
}

const headId = (name: string): string => `kept/${name}`
const partId = (name: string, version: string, part: number): string => `kept/${name}/${version}/${part}`

/** Stores JSON under a name. Readers get either the old or the new value, complete. */
export async function keepJson(
  client: Connection,
  index: string,
  name: string,
  json: string | undefined
): Promise<void> {
  const before = await readHead(client, index, name)
  if (json === undefined) {
    if (before !== undefined) await client.delete({ index, id: headId(name) }, { ignore: [404] })
  } else {
    const version = randomUUID()
    const target = { index: writeAlias(index), require_alias: true }
    const parts = Math.ceil(json.length / PART)
    for (let part = 0; part < parts; part++) {
      const document = { kind: 'part', text: json.slice(part * PART, (part + 1) * PART) }
      await client.index({ ...target, id: partId(name, version, part), document })
    }
    const head: Head = { version, parts }
    await client.index({ ...target, id: headId(name), document: { kind: 'kept', ...head } })
  }
  for (let part = 0; part < (before?.parts ?? 0); part++) {
    await client.delete({ index, id: partId(name, before!.version, part) }, { ignore: [404] })
  }
}

/** Reads the JSON of a name; undefined for none. @throws UnreadableValue if parts of it are missing. */
export async function readKeptJson(client: Connection, index: string, name: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const head = await readHead(client, index, name)
    if (head === undefined) return undefined
    const parts: string[] = []
    for (let part = 0; part < head.parts; part++) {
      const found = await client.get<{ text: string }>(
        { index, id: partId(name, head.version, part) },
        { ignore: [404] }
      )
      if (found._source === undefined) break
      parts.push(found._source.text)
    }
    if (parts.length === head.parts) return parts.join('')
  }
  throw new UnreadableValue(
    `${client.place}: the value "${name}" in ${index} is incomplete; if this persists, create it again`
  )
}

async function readHead(client: Connection, index: string, name: string): Promise<Head | undefined> {
  return (await client.get<Head>({ index, id: headId(name) }, { ignore: [404] }))._source
}
