import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { row, type Vectors } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { readCheckpoint, writeCheckpoint } from '../output/checkpoint.js'
import { createKernelMemory, kernelMatrices, readKernelCode, rowStride, type KernelShape } from './skip-gram-kernel.js'
import { createSchedule, type Schedule, type ScheduleOptions } from './schedule.js'
import { CONTROL, type SkipGramWork } from './skip-gram-work.js'
import type { TokenFile } from './token-file.js'

/** What is learned: each word of a context predicts the word (skip-gram), or the mean of the context does (CBOW). */
export const METHODS = ['skip-gram', 'cbow'] as const

/** Options of word vectors. Defaults are those of word2vec.c and Mikolov et al. 2013. */
export interface SkipGramOptions extends ScheduleOptions {
  readonly method: (typeof METHODS)[number]
  /** Dimensions of a vector. Range: 1 to 4096. Default: 300. */
  readonly dims: number
  /** Maximum number of context words on either side; 1 to `window` are drawn for each word. Default: 5. */
  readonly window: number
  /** Negatives for each word, drawn from unigram^0.75. Range: 1 to 64. Default: 5. */
  readonly negatives: number
  /** Frequency above which words are subsampled. Range: 0 (keeps all) to 1. Default: 0.001. */
  readonly sample: number
}

export const SKIP_GRAM_DEFAULTS: SkipGramOptions = {
  method: 'skip-gram',
  dims: 300,
  window: 5,
  negatives: 5,
  sample: 1e-3,
  epochs: 5,
  alpha: 0.025,
  minAlpha: 0.0001,
  seed: 1
}

/** The learning rate at which a method starts in word2vec.c. */
export const START_RATES: Readonly<Record<SkipGramOptions['method'], number>> = { 'skip-gram': 0.025, cbow: 0.05 }

/** How training runs. Only `threads` changes the vectors. */
export interface SkipGramRun {
  /**
   * Worker threads on one shared memory without locks (Recht et al. 2011, "Hogwild!"). One thread gives the same bits each
   * time. With more, updates overwrite one another and the vectors differ slightly from run to run.
   */
  readonly threads: number
  /** File that saves the state at the end of each epoch and every `checkpointMinutes`. */
  readonly checkpoint?: string
  readonly checkpointMinutes?: number
  /** Resumes from the checkpoint, if it exists. */
  readonly resume?: boolean
  /** Called twice a second with the progress, in words of all epochs before subsampling. */
  readonly onProgress?: (progress: SkipGramProgress) => void
  /** Ends training early; the checkpoint stays. */
  readonly signal?: AbortSignal
}

interface SkipGramProgress {
  readonly words: number
  readonly totalWords: number
  readonly epoch: number
  readonly alpha: number
}

export const CHECKPOINT_MINUTES = 10
const PROGRESS_MS = 500

/**
 * Trains word vectors by skip-gram or CBOW with negative sampling and subsampling (Mikolov et al. 2013, section 2). Returns one row
 * for each of `tokens.terms`, not normalised.
 * @throws Failure when they don't fit into memory, the kernel is not built, or the checkpoint is of another training.
 */
export async function trainSkipGram(tokens: TokenFile, options: SkipGramOptions, run: SkipGramRun): Promise<Vectors> {
  const shape: KernelShape = {
    words: tokens.terms.length,
    dims: options.dims,
    window: options.window,
    negatives: options.negatives,
    cbow: options.method === 'cbow',
    threads: run.threads
  }
  const schedule = createSchedule(tokens.length, options)
  const code = await readKernelCode()
  const memory = createKernelMemory(shape, tokens.counts, options.sample)
  const { inputs, outputs } = kernelMatrices(memory, shape)
  const training = nameOf(tokens, options)
  let step: number | undefined
  if (run.checkpoint !== undefined && run.resume === true) {
    step = await readCheckpoint(run.checkpoint, training, [inputs, outputs])
  }
  if (step === undefined) {
    drawInputs(inputs, shape, options.seed)
    step = 0
  }
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL.length))
  control[CONTROL.nextStep] = step
  const work = {
    code,
    memory,
    shape,
    tokens: { path: tokens.path, length: tokens.length },
    schedule: options,
    control: control.buffer
  }
  const workers = Array.from({ length: run.threads }, (_, thread) => startWorker({ ...work, thread }))
  try {
    while (control[CONTROL.nextStep] < schedule.steps) {
      run.signal?.throwIfAborted()
      await takeSteps(workers, control, schedule, tokens, options, run)
      if (run.checkpoint !== undefined) {
        await writeCheckpoint(run.checkpoint, training, control[CONTROL.nextStep], [inputs, outputs])
      }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return unpadded(inputs, shape)
}

/** Runs the workers to the end of the epoch, or until a checkpoint is due. */
async function takeSteps(
  workers: readonly Worker[],
  control: Int32Array,
  schedule: Schedule,
  tokens: TokenFile,
  options: SkipGramOptions,
  run: SkipGramRun
): Promise<void> {
  const begun = control[CONTROL.nextStep]
  const epoch = Math.floor(begun / schedule.blocks) + 1
  control[CONTROL.limit] = epoch * schedule.blocks
  control[CONTROL.stop] = 0
  const due = Date.now() + 60_000 * (run.checkpointMinutes ?? CHECKPOINT_MINUTES)
  const report = (): void => {
    const step = Atomics.load(control, CONTROL.nextStep)
    run.onProgress?.({
      words: Math.round((tokens.words * step) / schedule.blocks),
      totalWords: tokens.words * options.epochs,
      epoch,
      alpha: schedule.step(Math.min(step, schedule.steps - 1)).alpha
    })
    if (run.signal?.aborted === true || (run.checkpoint !== undefined && Date.now() >= due)) {
      Atomics.store(control, CONTROL.stop, 1)
    }
  }
  report()
  const timer = setInterval(report, PROGRESS_MS)
  try {
    await Promise.all(
      workers.map(async (worker) => {
        worker.postMessage('go')
        // Rejects if the worker fails.
        await once(worker, 'message')
      })
    )
  } finally {
    clearInterval(timer)
  }
  report()
}

function startWorker(work: SkipGramWork): Worker {
  return new Worker(new URL('../../dist/vectors/skip-gram-worker.js', import.meta.url), { workerData: work })
}

/** Returns a hash of everything that the vectors depend on. */
function nameOf(tokens: TokenFile, options: SkipGramOptions): string {
  const { method, dims, window, negatives, sample, epochs, alpha, minAlpha, seed } = options
  const settings = { method, dims, window, negatives, sample, epochs, alpha, minAlpha, seed }
  const vocabulary = createHash('sha256').update(tokens.terms.join('\n')).digest('hex')
  return createHash('sha256')
    .update(JSON.stringify([tokens.hash, vocabulary, settings]))
    .digest('hex')
}

/** Initializes as word2vec.c does: inputs uniform in [-0.5, 0.5) / dims, outputs zero. */
function drawInputs(inputs: Float32Array, { words, dims }: KernelShape, seed: number): void {
  const random = createRandom(seed).fork('word vectors')
  const stride = rowStride(dims)
  for (let word = 0; word < words; word++) {
    for (let d = 0; d < dims; d++) inputs[word * stride + d] = (random.next() - 0.5) / dims
  }
}

function unpadded(inputs: Float32Array, { words, dims }: KernelShape): Vectors {
  const stride = rowStride(dims)
  const vectors = zeroVectors(words, dims)
  for (let word = 0; word < words; word++) {
    row(vectors, word).set(inputs.subarray(word * stride, word * stride + dims))
  }
  return vectors
}
