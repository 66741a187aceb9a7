import { z } from 'zod'
import type { ThemeStore } from '../store/store.js'
import type { SentenceMap } from './sentence-map.js'

/** Name of the map among the collection's stored values. */
const NAME = 'map'

const FORMAT = 'leitmotif-map'
const VERSION = 1

const decoder = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  run: z.string(),
  built: z.string(),
  sentences: z.int().min(0),
  /** Little-endian numbers in Base64. */
  positions: z.base64(),
  theme: z.base64(),
  ids: z.array(z.string()),
  themes: z.array(z.string())
})

/** Returns the map stored with a collection; undefined if there is none, or it cannot be read. */
export async function readKeptMap(store: ThemeStore): Promise<SentenceMap | undefined> {
  const { data } = decoder.safeParse(await store.kept(NAME))
  if (data === undefined) return undefined
  const { run, built, sentences, ids, themes } = data
  const positions = new Float32Array(bytesOf(data.positions, 4))
  const theme = new Uint16Array(bytesOf(data.theme, 2))
  if (positions.length !== 2 * ids.length || theme.length !== ids.length) return undefined
  return { run, built, sentences, positions, theme, ids, themes }
}

/** Stores a map with its collection, and replaces the previous one. */
export async function keepMap(store: ThemeStore, { positions, theme, ...map }: SentenceMap): Promise<void> {
  const numbers = { positions: base64(positions), theme: base64(theme) }
  await store.keep(NAME, { format: FORMAT, version: VERSION, ...map, ...numbers })
}

function base64({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** Decodes Base64 to a buffer whose length is a multiple of `each` bytes. Cuts off an incomplete number. */
function bytesOf(text: string, each: number): ArrayBuffer {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  return bytes.buffer.slice(0, bytes.length - (bytes.length % each))
}
