import { createVocabulary } from '@leitmotif/encoder/training'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { splitOf } from '../mining/split.js'
import { readExamples } from './examples.js'
import type { TrainingOptions } from './training-options.js'

let folder = ''
let corpus = ''

/** An article of a lead, five sections of two paragraphs, a subsection, and one paragraph that refers elsewhere. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-examples-'))
  const id = Array.from({ length: 100 }, (_, n) => `harbour ${n}`).find((name) => splitOf(name) === 'train')!
  const section = (heading: string, level: number, ...paragraphs: string[]) => ({ heading, level, paragraphs })
  const sections = [
    section('', 0, 'A harbour shelters ships from wind and waves.'),
    section('Walls', 1, 'Old walls of stone keep the swell out.', 'The mole is new. Its blocks of concrete are long.'),
    section('Lights', 1, 'Two lights show the way in.', 'The red lamp burns at port.'),
    section('Trade', 1, 'Grain leaves by the northern quay.', 'Timber comes from over the sea.'),
    section('Tides', 1, 'The tide turns four times a day.', 'See also the almanac.'),
    section('Springs', 2, 'A spring tide follows each new moon, when sun and moon pull in one line.'),
    section('Fish', 1, 'Boats land herring before dawn.')
  ]
  corpus = join(folder, 'corpus.jsonl')
  await writeFile(corpus, JSON.stringify({ id, title: 'Harbour', sections }))
})
afterAll(() => rm(folder, { recursive: true }))

it('A network trains on the sentences that pass the filters of mining, each of which is an option of its own', async () => {
  const vocabulary = createVocabulary(['the'])
  const count = async (options: Partial<TrainingOptions>): Promise<number[]> => {
    const { training } = await readExamples([corpus], vocabulary, options)
    return training.map(({ sentences }) => sentences.length)
  }
  expect(await count({})).toEqual([10])
  const counts: [Partial<TrainingOptions>, number[]][] = [
    [{ minSections: 6 }, []],
    [{ minSections: 6, dropFirst: false }, [11]],
    [{ minSections: 6, sections: 'each' }, [10]],
    [{ minSections: 4, minSentences: 2 }, [9]],
    [{ minSections: 4, dropLast: true }, [9]],
    [{ minSections: 4, strictReferring: true }, [7]],
    [{ minTokens: 7 }, [7]],
    [{ maxTokens: 8 }, [8]],
    [{ sentencesPerParagraph: 2 }, [11]]
  ]
  for (const [options, expected] of counts) expect(await count(options), JSON.stringify(options)).toEqual(expected)
  for (const role of ['sentences', 'titles'] as const) expect(await count({ role, dropFirst: false })).toEqual([11])
})
