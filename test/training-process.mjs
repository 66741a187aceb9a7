// Trains a small network on the first build of TensorFlow.js that loads, and prints its score and weights:
// training-process.mjs FOLDER NETWORK STEPS BUILD…
import { createVocabulary, quantizeRows } from '@leitmotif/encoder/training'
import { loadBackend, readExamples, readWordVectors, train, TRAINING_DEFAULTS } from '@leitmotif/trainer'
import { join } from 'node:path'

const [folder, network, steps, ...builds] = process.argv.slice(2)
const backend = await loadBackend(builds)
const { terms, vectors } = await readWordVectors(join(folder, 'toy.bin'))
const examples = await readExamples([join(folder, 'toy.jsonl')], createVocabulary(terms))
const options = {
  ...TRAINING_DEFAULTS,
  ...{ network, hidden: 12, attention: 8 },
  ...{ sentences: 192, slots: 24, clip: 5, average: 0.9 },
  ...{ steps: Number(steps), warmUp: 5, learningRate: 0.02, validateEvery: 20 }
}
const { result, weights } = await train({ backend, table: quantizeRows(vectors), examples, options })
const arrays = Object.entries(weights.weights).map(([name, values]) => [name, Array.from(values)])
process.stdout.write(
  JSON.stringify({ native: backend.native, score: result.best.score, weights: Object.fromEntries(arrays) })
)
