import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from '@leitmotif/command'
import { BundleError, loadPairScorer, type PairScorer } from '@leitmotif/encoder'

/** Where the pair scorer lies in this repository. It is optional: its licence forbids commercial use. */
export const SHIPPED_SCORER = 'models/leitmotif-en-malstm'

const FOLDER = fileURLToPath(new URL(`../../../../${SHIPPED_SCORER}`, import.meta.url))

/** The pair scorer of this repository; undefined where it was left out. @throws Failure where it cannot be used. */
export async function findPairScorer(): Promise<PairScorer | undefined> {
  const there = await stat(join(FOLDER, 'pairs.json')).catch(() => undefined)
  return there === undefined ? undefined : openPairScorer(FOLDER)
}

/** Opens a pair scorer. @throws Failure that says what is wrong with it. */
export async function openPairScorer(folder: string): Promise<PairScorer> {
  try {
    return await loadPairScorer(folder)
  } catch (error) {
    throw error instanceof BundleError ? new Failure(error.message) : error
  }
}
