import { Failure, readFailure } from '@leitmotif/command'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PAIR_FILES, readPairs, type PairSet } from '@leitmotif/trainer/training'

/** Judged pairs for training, selection and testing, all on one scale. */
export interface RelatednessSets {
  readonly train: PairSet
  readonly trial: PairSet
  readonly test: PairSet
}

const PARTS = { train: /train/i, trial: /trial|dev/i, test: /test/i } as const

/** Files in a folder of split pairs, for help texts. */
export const RELATEDNESS_FILES =
  "three files whose names have 'train', 'trial' or 'dev', and 'test', as SICK and the STS benchmark are given out"

/**
 * Reads the three sets in a folder. @throws Failure if a part is missing, ambiguous or unreadable, or the scales
 * differ.
 */
export async function readRelatednessSets(folder: string): Promise<RelatednessSets> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw readFailure(folder, error)
    throw new Failure(`${folder}: is a file; expected a folder with ${RELATEDNESS_FILES}`)
  })
  const files = entries.filter((entry) => entry.isFile() && !/readme/i.test(entry.name)).map(({ name }) => name)
  const read = async (part: keyof typeof PARTS): Promise<PairSet> => {
    const found = files.filter((name) => PARTS[part].test(name)).sort()
    if (found.length === 1) return readPairs(join(folder, found[0]))
    const got = found.length === 0 ? 'none' : found.join(', ')
    throw new Failure(`${folder}: of the part '${part}' ${got}; expected ${RELATEDNESS_FILES}: ${PAIR_FILES}`)
  }
  const sets = { train: await read('train'), trial: await read('trial'), test: await read('test') }
  for (const { name, scale } of [sets.trial, sets.test]) {
    if (scale.join() === sets.train.scale.join()) continue
    throw new Failure(
      `${folder}: ${sets.train.name} scores ${sets.train.scale.join(' to ')}, ${name} ${scale.join(' to ')}`
    )
  }
  return sets
}
