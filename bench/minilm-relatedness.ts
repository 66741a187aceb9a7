/**
 * Measures all-MiniLM-L6-v2 on semantic relatedness, as `leitmotif-train evaluate --task relatedness` measures our encoders.
 *
 *     node bench/dist/minilm-relatedness.js PYTHON FOLDER PAIRS
 *
 * PYTHON, FOLDER: see minilm-tasks.ts. PAIRS: a folder of scored pairs such as SICK's.
 */
import { measureRelatedness, readRelatednessSets } from '@leitmotif/pairs/training'
import { loadBackend } from '@leitmotif/trainer'
import { createMiniLm } from './minilm-encoder.js'

const [python, folder, pairs] = process.argv.slice(2)
if (process.argv.length !== 5) {
  process.stderr.write('usage: node bench/dist/minilm-relatedness.js PYTHON FOLDER PAIRS\n')
  process.exit(2)
}
const encoder = await createMiniLm(python, folder)
const { tf } = await loadBackend()
process.stdout.write(`${JSON.stringify(await measureRelatedness(tf, encoder, await readRelatednessSets(pairs)))}\n`)
encoder.dispose()
