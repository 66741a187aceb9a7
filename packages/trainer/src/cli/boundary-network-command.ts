import { prepareLearned, writeLearned } from '../output/learned-parts.js'
import { createEncoder } from '@leitmotif/encoder'
import { counted, createProgress, EXIT, Failure, wholeNumber } from '@leitmotif/command'
import {
  BOUNDARY_NETWORK,
  boundaryOdds,
  divideByOdds,
  packBoundaryWeights,
  PARAGRAPH_BOUNDARY_DEFAULTS
} from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { Command } from 'commander'
import { describeBackend, loadBackend } from '../backend/backend.js'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { createEpochs } from '../batches/epochs.js'
import { compareSegmentations } from '../evaluation/segmentation-agreement.js'
import { readPart, type Split } from '../mining/split.js'
import { fit } from '../train/fit.js'
import { crossEntropy, readBoundaryArticle, type BoundaryArticle } from '../suggestions/boundary-articles.js'
import { createBoundaries, cutStretches } from '../suggestions/boundary-training.js'

const SEED = 1
/** Stretches per step. */
const STRETCHES = 16
const TRAINING = { learningRate: 3e-3, clip: 1, average: 0.99 } as const

interface Flags {
  readonly model: string
  readonly epochs: number
  readonly articles: number
}

/** `leitmotif-train boundary-network CORPUS… --model DIR` trains the network that divides paragraphs into sections. */
export function boundaryNetworkCommand(): Command {
  return new Command('boundary-network')
    .description(
      'Trains the network that divides paragraphs into sections. It learns from the training part of sectioned articles;\n' +
        'the weights that do best on their validation part go into the bundle, as boundaries.bin.\n\nExample: leitmotif-train boundary-network articles.jsonl.gz --model my-encoder'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('--model <dir>', 'encoder bundle with the network static, which gets the boundaries')
    .option('--epochs <n>', 'passes over the articles', wholeNumber(1), 3)
    .option('--articles <n>', 'training articles at most; 0: all', wholeNumber(0), 0)
    .action(run)
}

async function run(corpora: string[], { model, epochs, articles }: Flags): Promise<void> {
  const encoder = createEncoder(await prepareLearned(model, 'boundaries', corpora))
  const [fingerprint, dims] = [encoder.fingerprints.static, encoder.dims.static]
  if (fingerprint === undefined || dims !== BOUNDARY_NETWORK.dims) {
    throw new Failure(
      `${model}: ${dims === undefined ? 'has no representation static' : `static has ${dims} dimensions`}; expected static of ` +
        `${BOUNDARY_NETWORK.dims} dimensions, the encoder's BOUNDARY_NETWORK: name another bundle, or change that first`
    )
  }
  const damage = createDamageLog()
  const read = async (part: Split, most: number, onDamage: (message: string) => void): Promise<BoundaryArticle[]> => {
    const progress = createProgress({ label: `reading ${part}`, total: await corporaSize(corpora), unit: 'bytes' })
    const onBytes = (bytes: number): void => {
      progress.update(bytes)
    }
    const found: BoundaryArticle[] = []
    for await (const article of readPart(corpora, part, { onBytes, onDamage })) {
      const own = await readBoundaryArticle(article, encoder)
      if (own !== undefined) found.push(own)
      if (found.length === most) break
    }
    progress.end(`${counted(found.length, 'article')} of the ${part} part`)
    return found
  }
  const validation = await read('validation', 0, damage.onDamage)
  const training = await read('train', articles, () => undefined) // damage to the same corpora is reported already
  encoder.dispose()
  if (training.length === 0 || validation.length === 0)
    throw new Failure('the corpora have no article of three sections')

  const backend = await loadBackend()
  const { tf } = backend
  process.stderr.write(`${describeBackend(backend)}\n`)
  const network = createBoundaries(tf, SEED)
  const random = createRandom(SEED).fork('training')
  const stretches = cutStretches(training, random.fork('cuts'))
  const { perEpoch, at } = createEpochs(stretches, Math.min(STRETCHES, stretches.length), random)
  const oddsOf = (): Float64Array[] => {
    const weights = network.weights()
    return validation.map(({ kinds, figures }) => boundaryOdds(weights, kinds, figures))
  }
  const progress = createProgress({ label: 'training', total: epochs * perEpoch, unit: 'steps' })
  await fit(
    tf,
    {
      variables: network.variables,
      loss: (step) => {
        const { items, draw } = at(step)
        return network.loss(items, draw)
      },
      validate: () => {
        const odds = oddsOf()
        return { score: -crossEntropy(validation, odds), figures: [pkOf(validation, odds)] }
      },
      figures: 1,
      onStep: (done) => {
        progress.update(done)
      },
      onMeasured: ({ step, mean, score, figures }) => {
        process.stderr.write(
          `step ${step}: loss ${mean.toFixed(4)}, validation ${(-score).toFixed(4)}, Pk ${(100 * figures[0]).toFixed(2)}\n`
        )
      }
    },
    { ...TRAINING, steps: epochs * perEpoch, validateEvery: perEpoch }
  )
  progress.end('trained')
  process.stdout.write(
    `Pk of ${validation.length} validation articles: ${(100 * pkOf(validation, oddsOf())).toFixed(2)}\n`
  )
  await writeLearned(model, 'boundaries', packBoundaryWeights(network.weights()), fingerprint)
  network.dispose()
  process.exitCode = damage.end() > 0 ? EXIT.findings : EXIT.done
}

/** Returns the mean Pk over articles that are divided by the log odds `odds`. */
function pkOf(articles: readonly BoundaryArticle[], odds: readonly Float64Array[]): number {
  const sum = articles.reduce((total, { boundaries }, a) => {
    const count = odds[a].length
    const { minLength, maxLength } = PARAGRAPH_BOUNDARY_DEFAULTS
    const found = divideByOdds(odds[a], { minLength, longest: Math.min(maxLength, count) })
    return total + compareSegmentations(boundaries, found, count).pk
  }, 0)
  return sum / articles.length
}
