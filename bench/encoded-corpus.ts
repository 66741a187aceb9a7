import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEncoder, type Encoder, type Vectors } from '@leitmotif/encoder'
import { readSources, type DocumentRecord } from '@leitmotif/indexer'
import { splitDocument } from '@leitmotif/indexer/benchmarks'

/** Default corpus of store benchmarks. */
export const CORPUS = fileURLToPath(new URL('../../../shared/data/markdown-docs.jsonl.gz', import.meta.url))

/** Returns `file`, `CORPUS` by default; exits with status 2 if it does not exist. */
export function givenCorpus(file = CORPUS): string {
  if (existsSync(file)) return file
  process.stderr.write(`${file}: no such file; name a .jsonl(.gz) file of articles\n`)
  process.exit(2)
}

export const openBenchEncoder = (): Promise<Encoder> =>
  loadEncoder(fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url)))

/** Returns the first documents of a file, encoded, up to about `sentences` sentences. */
export async function readEncoded(file: string, sentences: number, encoder: Encoder): Promise<DocumentRecord[]> {
  const documents: DocumentRecord[] = []
  let count = 0
  for await (const item of readSources([file], dirname(file))) {
    if ('status' in item) continue
    const split = splitDocument('load' in item ? await item.load() : item)
    if (split.sentences.length === 0) continue
    const vectors = await encoder.encode(
      split.sentences.map(({ text }) => text),
      { representation: 'static' }
    )
    const plain = split.sentences.map((sentence) => ({ ...sentence, fields: {} }))
    documents.push({ document: item.document, hash: item.hash, source: basename(file), sentences: plain, vectors })
    count += plain.length
    if (count >= sentences) break
  }
  return documents
}

/** Returns the vectors of all documents as one matrix. */
export function joinVectors(documents: readonly DocumentRecord[]): Vectors {
  const count = documents.reduce((sum, { vectors }) => sum + vectors.count, 0)
  const { dims } = documents[0].vectors
  const data = new Float32Array(count * dims)
  let offset = 0
  for (const { vectors } of documents) {
    data.set(vectors.data, offset)
    offset += vectors.data.length
  }
  return { count, dims, data }
}

/** Returns numbers as big-endian Base64, Elasticsearch's format of a vector. */
export function base64Of(vector: Float32Array): string {
  return Buffer.from(Float32Array.from(vector).buffer).swap32().toString('base64')
}

/** Returns the median and the 95th percentile of times. */
export function spread(times: readonly number[]): { readonly median: number; readonly p95: number } {
  const sorted = [...times].sort((a, b) => a - b)
  return { median: sorted[sorted.length >> 1], p95: sorted[Math.floor(sorted.length * 0.95)] }
}
