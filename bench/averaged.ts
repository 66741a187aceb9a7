/**
 * Writes a bundle whose network `sentences`, a transformer, has the mean of the weights of two that one began from the other, which
 * keeps more of what each knows than either (Wortsman et al. 2022, "Model soups"). All else is the second's.
 *
 *     node bench/dist/averaged.js BUNDLE OTHER SHARE OUT
 *
 * SHARE: what each weight of OTHER's counts for, between 0 and 1.
 */
import { packBundle, readBundle, readFrom, type Bundle } from '@leitmotif/encoder'
import { readTransformer, transformerOnnx, writeBundle } from '@leitmotif/trainer'
import { mkdir } from 'node:fs/promises'

const [one, other, given, out] = process.argv.slice(2)
const share = Number(given)
if (process.argv.length !== 6 || !(share > 0 && share < 1)) {
  process.stderr.write('usage: node bench/dist/averaged.js BUNDLE OTHER SHARE OUT\n')
  process.exit(2)
}
const [first, second]: Bundle[] = await Promise.all([one, other].map((folder) => readBundle(readFrom(folder))))
const { manifest, vocabulary, vectors, networks } = second
const sentences = networks.sentences!
const weights = readTransformer(first.networks.sentences!.model)
const model = transformerOnnx(
  Object.fromEntries(
    Object.entries(readTransformer(sentences.model)).map(([name, values]) => [
      name,
      values.map((value, i) => share * value + (1 - share) * weights[name][i])
    ])
  )
)
const { name, language, license, mined, trained, corpora, seed, measured, maxTokens } = manifest
const averaged = { with: first.fingerprints.sentences, share }
const origin = {
  ...{ name, language, license, mined, corpora, seed },
  trained: { ...trained, sentences: { ...(trained.sentences as object), averaged } },
  measured: measured.filter(({ representation }) => representation !== 'sentences' && representation !== 'both') // of others
}
const parts = { words: vocabulary.words, vectors, networks: { ...networks, sentences: { ...sentences, model } } }
await mkdir(out, { recursive: true })
await writeBundle(out, await packBundle(origin, parts, maxTokens))
