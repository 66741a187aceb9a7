import { z } from 'zod'
import { readComputed } from '../store/computed-value.js'
import type { ThemeStore } from '../store/store.js'
import type { SentenceMap } from './sentence-map.js'

/** Name of the map among the collection's stored values. */
const NAME = 'map'

const FORMAT = 'leitmotif-map'
const VERSION = 1

const decoder = z
  .object({
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
  .transform(({ run, built, sentences, ids, themes, ...numbers }): SentenceMap => {
    const positions = new Float32Array(bytesOf(numbers.positions, 4))
    const theme = new Uint16Array(bytesOf(numbers.theme, 2))
    return { run, built, sentences, positions, theme, ids, themes }
  })
  .refine(({ positions, theme, ids }) => positions.length === 2 * ids.length && theme.length === ids.length, {
    error: 'positions, themes and ids are not of the same points'
  })

/** Returns the map stored with a collection; undefined if there is none, or it cannot be read. */
export async function readKeptMap(store: ThemeStore): Promise<SentenceMap | undefined> {
  return (await readComputed(store, NAME, decoder)).value
}

/** Stores a map with its collection, and replaces the previous one. */
export async function keepMap(store: ThemeStore, { positions, theme, ...map }: SentenceMap): Promise<void> {
  const numbers = { positions: base64(positions), theme: base64(theme) }
  await store.storeValue(NAME, { format: FORMAT, version: VERSION, ...map, ...numbers })
}

function base64({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** Decodes Base64 to a buffer whose length is a multiple of `each` bytes. Cuts off an incomplete number. */
function bytesOf(text: string, each: number): ArrayBuffer {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  return bytes.buffer.slice(0, bytes.length - (bytes.length % each))
}
