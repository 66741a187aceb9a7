/**
 * Writes a bundle whose transformer `sentences` has the weighted mean of two sets of weights, of which one was trained from the other
 * (Wortsman et al. 2022, "Model soups"). Copies everything else from OTHER if that is a bundle, else from BUNDLE.
 *
 *     node bench/dist/average-weights.js BUNDLE OTHER SHARE OUT
 *
 * OTHER: a bundle, or weights from distilled.py. SHARE: weight of OTHER in the mean, above 0, at most 1.
 */
import { readBundle } from '@leitmotif/encoder'
import { packBundle, readFrom } from '@leitmotif/encoder/training'
import {
  readSafetensors,
  readTransformer,
  sizesOf,
  transformerOnnx,
  transformerShapes,
  writeBundle
} from '@leitmotif/trainer'
import { mkdir, stat } from 'node:fs/promises'

const [one, other, given, out] = process.argv.slice(2)
const share = Number(given)
if (process.argv.length !== 6 || !(share > 0 && share <= 1)) {
  process.stderr.write('usage: node bench/dist/average-weights.js BUNDLE OTHER SHARE OUT\n')
  process.exit(2)
}
const first = await readBundle(readFrom(one))
const weights = readTransformer(first.networks.sentences!.model)
const bundle = (await stat(other)).isDirectory() ? await readBundle(readFrom(other)) : undefined
const { inputs, ...sizes } = sizesOf(weights)
const file = bundle === undefined ? await readSafetensors(other, transformerShapes(inputs, sizes)) : undefined
const { manifest, vocabulary, vectors, networks, learnedFiles } = bundle ?? first
const sentences = networks.sentences!
const model = transformerOnnx(
  Object.fromEntries(
    Object.entries(file?.weights ?? readTransformer(sentences.model)).map(([name, values]) => [
      name,
      values.map((value, i) => share * value + (1 - share) * weights[name][i])
    ])
  )
)
const { name, language, license, mined, trained, corpora, seed, measured, maxTokens } = manifest
const wentOn = file && { distilled: { name: file.name, license: file.license, fingerprint: file.fingerprint } }
const learned = trained.sentences as { averaged?: object }
const averaged = { with: first.fingerprints.sentences, share, ...(learned.averaged && { before: learned.averaged }) }
const origin = {
  ...{ name, language, license, mined, corpora, seed },
  trained: { ...trained, sentences: { ...learned, ...wentOn, averaged } },
  measured: measured.filter(({ representation }) => representation !== 'sentences' && representation !== 'both') // measured with other weights
}
const parts = {
  words: vocabulary.words,
  vectors,
  networks: { ...networks, sentences: { ...sentences, model } },
  learnedFiles
}
await mkdir(out, { recursive: true })
await writeBundle(out, await packBundle(origin, parts, maxTokens))
