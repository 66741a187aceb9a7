/**
 * Measures how many sentences a CPU second each representation of a bundle encodes, beside another encoder, on one thread, alternately:
 *
 *     node bench/dist/encoding-speed.js ENCODER CORPUS [ROUNDS]
 *
 * ENCODER: the folder of an ONNX sentence encoder, as all-MiniLM-L6-v2. The sentences are the first 512 openers of CORPUS's test part.
 */
import { loadEncoder } from '@leitmotif/encoder'
import { openSections, readPart } from '@leitmotif/trainer'
import { fileURLToPath } from 'node:url'

const COUNT = 512
const [folder, corpus, rounds = '5'] = process.argv.slice(2)
const sentences: string[] = []
for await (const article of readPart([corpus], 'test')) {
  for (const { openers } of openSections(article)) sentences.push(...openers.map(({ text }) => text))
  if (sentences.length >= COUNT) break
}
const texts = sentences.slice(0, COUNT)
const bundle = await loadEncoder(fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url)), { cache: 0 })
const other = await loadEncoder(folder, { cache: 0 })
const runs = [
  ['static', () => bundle.encode(texts, { representation: 'static' })],
  ['sentences', () => bundle.encode(texts, { representation: 'sentences' })],
  [folder, () => other.encode(texts)]
] as const
for (const [, run] of runs) await run() // opens files and models
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, run] of runs) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    console.log(`${name}: ${((texts.length / (user + system)) * 1e6).toFixed(0)} sentences a CPU second`)
  }
}
bundle.dispose()
other.dispose()
