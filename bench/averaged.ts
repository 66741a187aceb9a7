/**
 * Writes a bundle whose network `sentences`, a transformer, has the mean of the weights of two that one began from the other, which
 * keeps more of what each knows than either (Wortsman et al. 2022, "Model soups"). All else is the second's, where that is a bundle.
 *
 *     node bench/dist/averaged.js BUNDLE OTHER SHARE OUT
 *
 * OTHER: a bundle, or weights as distilled.py writes them. SHARE: what each of OTHER's weights counts for, above 0, 1 at most.
 */
import { packBundle, readBundle, readFrom } from '@leitmotif/encoder'
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
  process.stderr.write('usage: node bench/dist/averaged.js BUNDLE OTHER SHARE OUT\n')
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
  measured: measured.filter(({ representation }) => representation !== 'sentences' && representation !== 'both') // of others
}
const parts = {
  words: vocabulary.words,
  vectors,
  networks: { ...networks, sentences: { ...sentences, model } },
  learnedFiles
}
await mkdir(out, { recursive: true })
await writeBundle(out, await packBundle(origin, parts, maxTokens))
