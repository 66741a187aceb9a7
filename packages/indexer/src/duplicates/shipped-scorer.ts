import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from '@leitmotif/command'
import { BundleError } from '@leitmotif/encoder'
import { loadPairScorer, type PairScorer } from '@leitmotif/pairs'
import { Option } from 'commander'

/** The pair scorer in this repository. It is optional: its licence forbids commercial use. */
const SHIPPED = fileURLToPath(new URL('../../../../models/leitmotif-en-malstm', import.meta.url))

/** Error for a missing pair scorer. */
export const NO_SCORER =
  'there is no pair scorer, which rates how related two sentences are; take the folder models/leitmotif-en-malstm from the repository, ' +
  'or train one with leitmotif-train fit pairs, and name its folder with --pairs or LEITMOTIF_PAIRS'

/** Returns the option `--pairs FOLDER` of commands that score pairs of sentences. */
export function pairsOption(): Option {
  return new Option('--pairs <folder>', 'the pair scorer that rates paraphrases')
    .env('LEITMOTIF_PAIRS')
    .default(SHIPPED, 'models/leitmotif-en-malstm')
}

/** Opens a pair scorer; undefined if the default one is missing. @throws Failure that says what is wrong with it. */
export async function openPairScorer(folder: string): Promise<PairScorer | undefined> {
  if (folder === SHIPPED && !existsSync(join(folder, 'pairs.json'))) return undefined
  try {
    return await loadPairScorer(folder)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new Failure(`--pairs ${error.message}; the repository has one, models/leitmotif-en-malstm`)
  }
}
