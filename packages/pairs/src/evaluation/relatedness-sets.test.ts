import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRelatednessSets } from './relatedness-sets.js'

const sick = (sentence: string): string =>
  `pair_ID\tsentence_A\tsentence_B\trelatedness_score\n1\t${sentence}\tA bee flies\t3\n`
const sts = (sentence: string): string => `g\tf\ty\t0\t5\t${sentence}\tA bee flies\n`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relatedness-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

describe('A folder of pairs to learn from, to choose by and to measure on', () => {
  it('is read by the names of its files, as SICK’s are called', async () => {
    await write({
      'SICK_train.txt': sick('Tea'),
      'SICK_trial.txt': sick('Rice'),
      'SICK_test_annotated.txt': sick('Oil')
    })
    await write({ 'readme.train.txt': 'About the pairs.' })
    const { train, trial, test } = await readRelatednessSets(folder)
    expect([train, trial, test].map(({ pairs }) => pairs[0].a)).toEqual(['Tea', 'Rice', 'Oil'])
    expect(train.scale).toEqual([1, 5])
  })

  it('is read as the STS benchmark’s, folders beside them left aside', async () => {
    await write({ 'sts-train.csv': sts('Tea'), 'sts-dev.csv': sts('Rice'), 'sts-test.csv': sts('Oil') })
    await mkdir(join(folder, 'test'))
    expect((await readRelatednessSets(folder)).trial.pairs).toEqual([{ a: 'Rice', b: 'A bee flies', score: 1 }])
  })

  it('is refused in words where a part is missing, there twice, or of another scale', async () => {
    await expect(readRelatednessSets(join(folder, 'none'))).rejects.toThrow('no such file or folder')
    await write({ 'a-train.txt': sick('Tea'), 'a-test.txt': sick('Oil') })
    await expect(readRelatednessSets(join(folder, 'a-test.txt'))).rejects.toThrow('is a file; expected a folder with')
    await expect(readRelatednessSets(folder)).rejects.toThrow("of the part 'trial' none; expected three files")
    await write({ 'a-dev.txt': sick('Rice'), 'b-dev.txt': sick('Rye') })
    await expect(readRelatednessSets(folder)).rejects.toThrow("of the part 'trial' a-dev.txt, b-dev.txt; expected")
    await rm(join(folder, 'b-dev.txt'))
    await write({ 'a-test.txt': sts('Oil') })
    await expect(readRelatednessSets(folder)).rejects.toThrow('a-train.txt scores 1 to 5, a-test.txt 0 to 5')
  })
})
