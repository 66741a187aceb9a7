import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPairs } from './pairs.js'

const HEADER = 'pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairs-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function fileOf(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name)
  const text = lines.join('\n')
  await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

describe('Judged pairs of sentences', () => {
  it('are read from SICK’s files, 1 to 5 as 0 to 1, whatever ends their lines', async () => {
    const lines = [HEADER, '1\tA man rows\tA man is rowing\t4.6\tENTAILMENT', '2\tA cat sleeps\tRain falls\t1\tNEUTRAL']
    const expected = [
      { a: 'A man rows', b: 'A man is rowing', score: (4.6 - 1) / 4 },
      { a: 'A cat sleeps', b: 'Rain falls', score: 0 }
    ]
    const path = await fileOf('SICK_trial.txt', lines)
    expect(await readPairs(path)).toEqual({ name: 'SICK_trial.txt', scale: [1, 5], pairs: expected })
    const returns = await fileOf(
      'returns.txt',
      lines.map((line) => `${line}\r`)
    )
    expect((await readPairs(returns)).pairs).toEqual(expected)
    const packed = await fileOf('SICK.txt.gz', ['pair_ID\trelatedness_score\tsentence_B\tsentence_A', '1\t3\tB.\tA.'])
    expect((await readPairs(packed)).pairs).toEqual([{ a: 'A.', b: 'B.', score: 0.5 }])
  })

  it('are read from STS files, one or a folder of them beside what is said of them', async () => {
    const path = await fileOf('one.test.tsv', [
      '5.000\tA bee flies.\tA bee is flying.  ',
      '0\tA bee flies.\tTea is hot.'
    ])
    await fileOf('another.test.tsv', ['2.5\tThe tea is hot.\tThe soup is hot.'])
    await fileOf('00-readme.txt', ['Not a pair.'])
    const one = [
      { a: 'A bee flies.', b: 'A bee is flying.', score: 1 },
      { a: 'A bee flies.', b: 'Tea is hot.', score: 0 }
    ]
    expect(await readPairs(path)).toEqual({ name: 'one.test.tsv', scale: [0, 5], pairs: one })
    const all = await readPairs(folder)
    expect(all.pairs).toEqual([{ a: 'The tea is hot.', b: 'The soup is hot.', score: 0.5 }, ...one])
  })

  it('are read from the STS benchmark, quotation marks as they stand', async () => {
    const path = await fileOf('sts.csv', [
      'main-news\tpapers\t2014\t0001\t3.20\tA "red" kite.\tA kite.',
      'main-news\tpapers\t2014\t0002\t1\tA kite.\tA mill.\tsource\tlicence'
    ])
    const { scale, pairs } = await readPairs(path)
    expect(scale).toEqual([0, 5])
    expect(pairs).toEqual([
      { a: 'A "red" kite.', b: 'A kite.', score: 0.64 },
      { a: 'A kite.', b: 'A mill.', score: 0.2 }
    ])
  })

  it('are refused in words where they are none', async () => {
    await expect(readPairs(join(folder, 'none'))).rejects.toThrow('no such file or folder')
    await expect(readPairs(folder)).rejects.toThrow('holds no .tsv file; expected pairs of SICK')
    const prose = await fileOf('prose.txt', ['', 'Not a pair.'])
    await expect(readPairs(prose)).rejects.toThrow('prose.txt: line 2 is "Not a pair."; expected pairs of SICK')
    await expect(readPairs(await fileOf('head.txt', [HEADER]))).rejects.toThrow('head.txt: holds no pair')
    await expect(readPairs(await fileOf('empty.txt', ['']))).rejects.toThrow('empty.txt: holds no pair')
    const cut = await fileOf('cut.txt', [HEADER, '1\tA cat sleeps\tRain falls\t7\tNEUTRAL'])
    await expect(readPairs(cut)).rejects.toThrow(
      'line 2 is "1\tA cat sleeps\tRain falls\t7\tNEUTRAL"; expected, between tabs, a score from 1 to 5 in column 4 and sentences in columns 2 and 3'
    )
  })

  it('of two scales don’t make one set', async () => {
    await fileOf('a.tsv', ['3\tA bee.\tA wasp.'])
    await fileOf('b.tsv', [HEADER, '1\tA man rows\tA man is rowing\t4.6\tENTAILMENT'])
    await expect(readPairs(folder)).rejects.toThrow('a.tsv scores 0 to 5, b.tsv 1 to 5')
  })

  const data = process.env.LEITMOTIF_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
  if (!existsSync(join(data, 'sick')) || !existsSync(join(data, 'sts'))) {
    console.log(`Published pairs are not read: ${data} has no sick and sts; LEITMOTIF_DATA names another folder.`)
    return
  }
  it('are all read from the published sets', async () => {
    const names = ['sick/SICK_train.txt', 'sick/SICK_trial.txt', 'sick/SICK_test_annotated.txt', 'sts/2012', 'sts/2013']
    const sets = await Promise.all([...names, 'sts/sts-train.csv'].map((name) => readPairs(join(data, name))))
    expect(sets.map(({ pairs }) => pairs.length)).toEqual([4500, 500, 4927, 3842, 1500, 5749])
  })
})
