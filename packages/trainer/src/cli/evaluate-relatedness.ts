import { createProgress, Failure, printJson } from '@leitmotif/command'
import type { Representation } from '@leitmotif/encoder'
import type { PairScorer } from '@leitmotif/encoder/pairs'
import { loadBackend } from '../backend/backend.js'
import { figuresText } from '../evaluation/figures.js'
import { readRelatednessSets } from '../evaluation/relatedness-sets.js'
import { measurePairScorer, measureRelatedness, type Relatedness } from '../evaluation/relatedness.js'
import type { Measurable } from '../evaluation/tdc.js'

/** Relatedness by the vectors of an encoder, its learning shown. */
export async function relatednessOf(
  encoder: Measurable,
  folder: string,
  representation: Representation | undefined
): Promise<Relatedness> {
  const sets = await readRelatednessSets(folder)
  const { tf } = await loadBackend()
  let progress: ReturnType<typeof createProgress> | undefined
  const measured = await measureRelatedness(tf, encoder, sets, {
    representation,
    onStep: (done, total) => {
      progress ??= createProgress({ label: 'relatedness: learning', total, unit: 'steps' })
      progress.update(done)
    }
  })
  progress?.end()
  return measured
}

interface ScorerFlags {
  readonly model: string
  readonly pairs?: string
  readonly task: readonly string[]
  readonly representation?: Representation
  readonly json: boolean
}

/** Measures a pair scorer on the one task that it has. @throws Failure for others. */
export async function evaluateScorer(scorer: PairScorer, flags: ScorerFlags): Promise<void> {
  const { model, pairs, task, representation, json } = flags
  const others = task.filter((name) => name !== 'relatedness')
  if (pairs === undefined || others.length > 0) {
    throw new Failure(
      `${model}: scores pairs of sentences, it gives no vectors to measure; use --task relatedness alone`
    )
  }
  if (representation !== undefined) throw new Failure(`${model}: has no representations; leave --representation out`)
  const relatedness = measurePairScorer(scorer, await readRelatednessSets(pairs))
  if (json) printJson({ model, pairs, fingerprint: scorer.fingerprint, relatedness })
  else process.stdout.write(figuresText({ relatedness }))
}
