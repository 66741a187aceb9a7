import { counted, createProgress, Failure, printable } from '@leitmotif/command'
import { BundleError, type Representation } from '@leitmotif/encoder'
import {
  intervalText,
  loadBackend,
  type EvaluationTask,
  type Measurable,
  type MeasuredTask,
  type TaskModel
} from '@leitmotif/trainer/training'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measurePairScorer, measureRelatedness, type Relatedness } from '../evaluation/relatedness.js'
import { readRelatednessSets, RELATEDNESS_FILES } from '../evaluation/relatedness-sets.js'
import { loadPairScorer } from '../scorer/pair-scorer.js'

/** `leitmotif-train evaluate --task relatedness --pairs DIR`, of an encoder or a pair scorer. */
export const relatednessTask: EvaluationTask = {
  name: 'relatedness',
  question: 'do scores learned from the vectors of judged pairs agree with the judgements of others',
  flag: '--pairs <folder>',
  data: `a folder with ${RELATEDNESS_FILES}`,
  measure: measureEncoder,
  openModel: openScorer
}

async function measureEncoder(
  encoder: Measurable,
  folder: string,
  { representation, show }: { readonly representation?: Representation | undefined; readonly show?: number | undefined }
): Promise<MeasuredTask> {
  const sets = await readRelatednessSets(folder)
  const { tf } = await loadBackend()
  let progress: ReturnType<typeof createProgress> | undefined
  const figures = await measureRelatedness(tf, encoder, sets, {
    representation,
    ...(show !== undefined && { show }),
    onStep: (done, total) => {
      progress ??= createProgress({ label: 'relatedness: learning', total, unit: 'steps' })
      progress.update(done)
    }
  })
  progress?.end()
  return { figures, text: relatednessText(figures) }
}

async function openScorer(folder: string): Promise<TaskModel | undefined> {
  if (!existsSync(join(folder, 'pairs.json'))) return undefined
  const scorer = await loadPairScorer(folder).catch((error: unknown) => {
    throw error instanceof BundleError ? new Failure(error.message) : error
  })
  return {
    fingerprint: scorer.fingerprint,
    gives: 'scores pairs of sentences and gives no vectors to measure',
    async measure(pairs, { show } = {}) {
      const figures = measurePairScorer(scorer, await readRelatednessSets(pairs), {
        ...(show !== undefined && { show })
      })
      return { figures, text: relatednessText(figures) }
    }
  }
}

function relatednessText({ intervals, pairs, cosine, trial, shown = [], ...measured }: Relatedness): string {
  const { pearson, spearman, mse } = measured
  const lines = [
    `relatedness: r ${pearson.toFixed(4)} (${intervalText(intervals.pearson)}), rho ${spearman.toFixed(4)} ` +
      `(${intervalText(intervals.spearman)}), MSE ${mse.toFixed(4)} (${intervalText(intervals.mse)}); ${counted(pairs, 'pair')}`,
    ...(cosine === undefined
      ? []
      : [`relatedness, cosine alone: r ${cosine.pearson.toFixed(4)}, rho ${cosine.spearman.toFixed(4)}`]),
    `relatedness, trial pairs: r ${trial.pearson.toFixed(4)}, rho ${trial.spearman.toFixed(4)}, ` +
      `MSE ${trial.mse.toFixed(4)}` +
      (trial.hidden === undefined ? '' : `; ${trial.hidden} hidden units, weight decay ${trial.l2}`),
    ...(shown.length === 0 ? [] : ['', 'given  predicted  pair']),
    ...shown.map(
      ({ a, b, given, predicted }) =>
        `${given.toFixed(2).padStart(5)}  ${predicted.toFixed(2).padStart(9)}  ${printable(a)} | ${printable(b)}`
    )
  ]
  return lines.map((line) => `${line}\n`).join('')
}
