import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createParquet } from '@leitmotif/command'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureTriplets, type Measurable } from '../evaluation/tdc.js'
import { mineCorpora } from './mine.js'
import { readTripletGroups, readTriplets, type TextTriplet, type TripletGroup } from './triplet-file.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-triplets-'))
})
afterAll(() => rm(folder, { recursive: true }))

const TRIPLETS: TextTriplet[] = [
  { pivot: 'The tide turns, twice a day.', positive: 'Boats "wait" for it.', negative: 'Bread rises overnight.' },
  { pivot: 'Dough rests in the cold.', positive: 'The crust cracks.', negative: 'A gull circles.' }
]

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

describe('A file of triplets', () => {
  it('is read from JSON lines and tables, packed and with labels, as the same triplets', async () => {
    const flat = TRIPLETS.map((triplet) => JSON.stringify(triplet)).join('\n')
    const labelled = TRIPLETS.map(({ pivot, positive, negative }, label) =>
      JSON.stringify({ pivot, candidates: label === 0 ? [positive, negative] : [negative, positive], positive: label })
    ).join('\n')
    const rows = (mark: string, end: string): string =>
      TRIPLETS.map(({ pivot, positive, negative }) => ['7', negative, pivot, positive].map(quoted).join(mark)).join(end)
    const labels = TRIPLETS.map(({ pivot, positive, negative }, label) =>
      [pivot, ...(label === 0 ? [positive, negative] : [negative, positive])]
        .map(quoted)
        .concat(String(label))
        .join(',')
    ).join('\n')
    for (const [name, text] of Object.entries({
      'flat.jsonl': flat,
      'flat.ndjson.gz': flat,
      'labelled.jsonl': labelled,
      'rows.csv': `\ufeffnumber,Negative,Pivot,Positive\r\n${rows(',', '\r\n')}\r\n`,
      'rows.tsv.gz': `number\tnegative\tpivot\tpositive\n${rows('\t', '\n')}`,
      'labelled.csv': `pivot,candidate_0,candidate_1,positive\n${labels}`
    }))
      expect(await all(readTriplets(await written(name, text))), name).toEqual(TRIPLETS)
  })

  it('may be Parquet as it is published, with an anchor as pivot', async () => {
    const path = join(folder, 'published.parquet')
    const columns = ['anchor', 'positive', 'negative'].map((name) => ({ name, type: 'text' }) as const)
    const writer = await createParquet(path, columns)
    writer.write(TRIPLETS.map(({ pivot, positive, negative }) => [pivot, positive, negative]))
    await writer.finish()
    expect(await all(readTriplets(path))).toEqual(TRIPLETS)
    const other = await createParquet(path, columns)
    other.write([['A boat waits.', 'The tide turns.', undefined]])
    await other.finish()
    await expect(all(readTriplets(path))).rejects.toThrow(
      'line 1 is "A boat waits.,The tide turns.,"; expected a triplet'
    )
  })

  it('may be the table with which the paper’s triplets are in circulation', async () => {
    const rows = TRIPLETS.map((triplet, i) =>
      [String(i), triplet.pivot, triplet.positive, triplet.negative].map(quoted).join(',')
    )
    const path = await written('train.csv', [',Sentence1,Sentence2,Sentence3', ...rows].join('\n'))
    expect(await all(readTriplets(path))).toEqual(TRIPLETS)
  })

  it('may have sentences that open or hold a quote, in a table with tabs and without quoted cells', async () => {
    const triplets: TextTriplet[] = [
      { pivot: '"The tide turns...', positive: '"Boats" wait for "it".', negative: 'He said "no".' },
      ...TRIPLETS
    ]
    const rows = triplets.map(({ pivot, positive, negative }) => `${pivot}\t${positive}\t${negative}`)
    const path = await written('plain.tsv', ['pivot\tpositive\tnegative', ...rows].join('\n'))
    expect(await all(readTriplets(path))).toEqual(triplets)
    const shifted = await written('shifted.tsv', 'pivot\tpositive\tnegative\na\tb\tc\td')
    await expect(all(readTriplets(shifted))).rejects.toThrow('line 2 is "a\tb\tc\td"')
  })

  it('is what mine writes, with and without labels, in groups by article', async () => {
    const sentence = (n: number): string => `Sentence ${n} of it says that many boats wait there.`
    const articles = [1, 2].map((a) => ({
      id: `a${a}`,
      title: `A ${a}`,
      sections: Array.from({ length: 7 }, (_, s) => ({
        heading: `Part ${s}`,
        level: 1,
        paragraphs: [0, 1].map((p) => sentence(100 * a + 10 * s + p))
      }))
    }))
    const corpus = await written('articles.jsonl', articles.map((article) => JSON.stringify(article)).join('\n'))
    const mined: TextTriplet[][] = []
    for (const labelled of [false, true]) {
      const out = join(folder, `mined-${labelled}.jsonl`)
      await mineCorpora({ corpora: [corpus], out, labelled })
      mined.push(await all(readTriplets(out)))
      const groups = await all(readTripletGroups(out))
      expect(groups.map(({ id }) => id)).toEqual(['a1', 'a2'])
      expect(groups.flatMap(({ triplets }) => triplets)).toHaveLength(mined[0].length)
      expect(new Set(groups[0].sentences).size).toBe(groups[0].sentences.length)
    }
    expect(mined[0].length).toBeGreaterThan(20)
    expect(mined[1]).toEqual(mined[0])
  })

  it('is refused with the line that is no triplet', async () => {
    const refused = async (name: string, text: string): Promise<void> => {
      await all(readTriplets(await written(name, text)))
    }
    await expect(refused('x.txt', '')).rejects.toThrow('expected a file that ends in .jsonl, .ndjson, .csv or .tsv')
    await expect(refused('x.parquet', 'pivot')).rejects.toThrow(/x\.parquet: is cut short, or no Parquet file/)
    await expect(refused('x.jsonl', '{"pivot":"a","positive":"b"}')).rejects.toThrow('line 1 is "{"pivot"')
    await expect(refused('y.jsonl', '{"pivot":"a","candidates":["b","c"],"positive":2}')).rejects.toThrow('line 1 is')
    await expect(refused('z.jsonl', 'pivot')).rejects.toThrow('line 1 is not JSON')
    await expect(refused('x.csv', 'a,b,c\n1,2,3\n')).rejects.toThrow('line 1 is "a,b,c"; expected a triplet')
    await expect(refused('y.csv', 'pivot,positive,negative\na,b,c\na,,c\n')).rejects.toThrow('line 3 is "a,,c"')
    await expect(all(readTriplets(join(folder, 'none.csv')))).rejects.toThrow('no such file')
  })

  it('gives the share of triplets whose pivot is nearer to its positive, however many are encoded at once', async () => {
    // Encodes "x y" as the unit vector at x degrees.
    const encoder: Measurable = {
      encode: (texts) =>
        Promise.resolve({
          count: texts.length,
          dims: 2,
          data: Float32Array.from(
            texts.flatMap((text) => [Math.cos, Math.sin].map((of) => of((Number(text.split(' ')[0]) * Math.PI) / 180)))
          )
        })
    }
    async function* groups(): AsyncGenerator<TripletGroup> {
      for (let n = 0; n < 700; n++) {
        const near = n % 4 === 0 ? 90 : 10
        const sentences = [`0 ${n}`, `${near} ${n}`, `45 ${n}`]
        yield await Promise.resolve({ id: String(n), sentences, triplets: [[0, 1, 2]] as const })
      }
    }
    const measured = await measureTriplets(encoder, groups())
    expect(measured).toMatchObject({ accuracy: 0.75, triplets: 700, articles: 700 })
  })
})
