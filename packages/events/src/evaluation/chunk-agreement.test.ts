import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chunkAgreement, chunksOf } from './chunk-agreement.js'
import { readConll } from '../corpora/conll.js'

test('chunks begin at B, at I behind another kind, and at I behind nothing, as for conlleval', () => {
  const labels = 'B-NP I-NP B-NP I-VP I-VP O I-NP I-PP B-PP'.split(' ')
  expect(chunksOf(labels).map(({ kind, start, end }) => `${kind} ${start}-${end}`)).toEqual([
    'NP 0-2',
    'NP 2-3',
    'VP 3-5',
    'NP 6-7',
    'PP 7-8',
    'PP 8-9'
  ])
})

// By hand, as conlleval.pl counts: a chunk is right when its kind and both its ends are.
test('agreement counts whole chunks', () => {
  const { all, kinds } = chunkAgreement([
    ['B-NP I-NP B-VP B-NP I-NP O'.split(' '), 'B-NP I-NP B-VP B-NP B-NP O'.split(' ')],
    ['B-PP B-NP'.split(' '), 'B-PP B-VP'.split(' ')]
  ])
  expect(all).toEqual({
    ...{ true: 5, found: 6, right: 3 },
    precision: 3 / 6,
    recall: 3 / 5,
    f1: (2 * 3) / (5 + 6)
  })
  expect(kinds.get('NP')).toMatchObject({ true: 3, found: 3, right: 1 })
  expect(kinds.get('VP')).toMatchObject({ true: 1, found: 2, right: 1, precision: 1 / 2, recall: 1 })
  expect([...kinds.keys()]).toEqual(['NP', 'PP', 'VP'])
})

test('of nothing, every share is 0', () => {
  expect(chunkAgreement([[['O'], ['O']]]).all).toMatchObject({ true: 0, found: 0, precision: 0, recall: 0, f1: 0 })
})

const DATA = process.env.LEITMOTIF_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const folder = `${DATA}/conll2000`

if (existsSync(folder))
  test('the baseline of the shared task has the figures that its paper prints', reproducesBaseline)
else console.log(`The shared task is not read: there is no folder ${folder}; LEITMOTIF_DATA names another.`)

async function reproducesBaseline(): Promise<void> {
  // Tjong Kim Sang and Buchholz 2000, table 3: the chunk tag that is most frequent for a part of speech.
  const counts = new Map<string, Map<string, number>>()
  for (const { tags, chunks } of await readConll(`${folder}/train.txt`)) {
    for (const [i, tag] of tags.entries()) {
      const of = counts.get(tag) ?? new Map<string, number>()
      counts.set(tag, of.set(chunks[i], (of.get(chunks[i]) ?? 0) + 1))
    }
  }
  const best = new Map([...counts].map(([tag, of]) => [tag, [...of].sort(([, a], [, b]) => b - a)[0][0]]))
  const sentences = await readConll(`${folder}/test.txt`)
  const { all } = chunkAgreement(
    sentences.map(({ tags, chunks }) => [chunks, tags.map((tag) => best.get(tag) ?? 'O')] as const)
  )
  const percent = (share: number): string => (100 * share).toFixed(2)
  expect([all.precision, all.recall, all.f1].map(percent)).toEqual(['72.58', '82.14', '77.07'])
}
