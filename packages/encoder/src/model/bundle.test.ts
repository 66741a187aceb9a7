import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packHeadings } from '../labels/common-headings.js'
import { createRandom } from '../vectors/random.js'
import type { Vectors } from '../vectors/vectors.js'
import { packBundle, readBundle, type Bundle, type BundleNetworks } from './bundle.js'
import { createEncoder, loadEncoder } from './encoder.js'
import type { LearnedFiles } from './learned.js'
import { fingerprintOf, type BundleManifest, type BundleOrigin } from './manifest.js'
import { BundleError } from './manifest-members.js'
import { sha256 } from './sha256.js'
import { quantizeRows } from './word-table.js'

const words = ['anchor', 'harbour', 'tide', 'oven', 'flour', 'dough']
const origin: BundleOrigin = {
  name: 'tiny',
  language: 'en',
  license: 'CC0-1.0',
  mined: { minimumSections: 5 },
  trained: { steps: 10 },
  corpora: [],
  seed: 1,
  measured: [{ task: 'tdc', articles: 'none', accuracy: 0.5, interval: [0.4, 0.6] }]
}

const headings = packHeadings([{ heading: 'Overview', articles: 3, generic: true }])

function tinyBundle(learnedFiles: LearnedFiles = {}): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const random = createRandom('tiny')
  const floats = (count: number): Float32Array => Float32Array.from({ length: count }, () => random.normal())
  const vectors = quantizeRows({ count: words.length, dims: 5, data: floats(words.length * 5) })
  return packBundle(
    origin,
    {
      words,
      vectors,
      networks: { static: { weights: floats(words.length).map(Math.abs), projection: floats(5 * 7), dims: 7 } },
      learnedFiles
    },
    50
  )
}

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-bundle-'))
})
beforeEach(async () => {
  for (const [name, bytes] of await tinyBundle()) await writeFile(join(folder, name), bytes)
})
afterAll(() => rm(folder, { recursive: true }))

/** Loads a bundle and reads all that its default representation needs. */
const useEncoder = async (place: string): Promise<Vectors> => (await loadEncoder(place)).encode([])

/** Changes the manifest as an attacker would: with a fingerprint that fits. */
async function forge(change: (manifest: Record<string, Record<string, unknown>>) => void): Promise<void> {
  const path = join(folder, 'encoder.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, unknown>>
  change(manifest)
  const fingerprint = await fingerprintOf(manifest as unknown as BundleManifest)
  await writeFile(path, JSON.stringify({ ...manifest, fingerprint }))
}

describe('A bundle', () => {
  it('gives the same encoder from a folder, a file address and over http', async () => {
    const server = createServer((request, response) => {
      readFile(join(folder, String(request.url).split('/').pop() ?? '')).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end()
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const sentences = ['The tide left the harbour.', 'Knead the dough.', 'Nothing known here.']
      const [a, b, c] = await Promise.all(
        [`${folder}/`, new URL(`file://${folder}`), `${address}/tiny`].map(async (place) =>
          (await loadEncoder(place)).encode(sentences)
        )
      )
      expect(a.count).toBe(3)
      expect(b).toEqual(a)
      expect(c).toEqual(a)
      await expect(loadEncoder(`${address}/gone`).then((e) => e.name)).resolves.toBe('tiny')
      await rm(join(folder, 'vectors.bin'))
      await expect(useEncoder(address)).rejects.toThrow(/can't read vectors\.bin \(HTTP 404\)/)
    } finally {
      server.close()
    }
  })

  it('is not made of parts that could not be read again', async () => {
    const vectors = quantizeRows({ count: 2, dims: 1, data: Float32Array.of(1, 2) })
    const pack = (names: string[], weights: number[]): Promise<unknown> =>
      packBundle(
        origin,
        {
          words: names,
          vectors,
          networks: {
            static: { weights: Float32Array.from(weights), projection: new Float32Array(3).fill(1), dims: 3 }
          }
        },
        50
      )
    await expect(pack(['a', 'b'], [1, 1])).resolves.toBeDefined()
    await expect(pack(['a\nb', 'c'], [1, 1])).rejects.toThrow(/vocabulary\.txt has 3 words; expected 2/)
    await expect(pack(['a'], [1, 1])).rejects.toThrow(BundleError)
    await expect(pack(['a', 'b'], [1])).rejects.toThrow(/static\.bin is cut short/)
    await expect(pack(['a', 'b'], [1, NaN])).rejects.toThrow(/number 1 is NaN/)
  })

  it('is read from buffers that begin anywhere, as editors and pools give them', async () => {
    const files = await tinyBundle()
    const { networks, vectors } = await readBundle((name) => Promise.resolve(files.get(name)!))
    const shifted = await readBundle((name) => {
      const bytes = files.get(name)!
      const larger = new Uint8Array(bytes.length + 1)
      larger.set(bytes, 1)
      return Promise.resolve(larger.subarray(1))
    })
    expect(shifted.networks).toEqual(networks)
    expect(shifted.vectors).toEqual(vectors)
  })

  it('has the same fingerprint when it is made again, and another when a weight is', async () => {
    const { fingerprints } = await loadEncoder(folder)
    expect(fingerprints).toEqual({ static: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    const network = new Uint8Array(await readFile(join(folder, 'static.bin')))
    network[0] = network[0] ^ 1
    await writeFile(join(folder, 'static.bin'), network)
    const hash = await sha256(network)
    await forge((manifest) => ((manifest.networks.static as Record<string, unknown>).sha256 = hash))
    expect((await loadEncoder(folder)).fingerprints.static).not.toBe(fingerprints.static)
  })

  it('carries the ONNX models that it is given, and another fingerprint for each', async () => {
    const whole = await readBundle((name) => readFile(join(folder, name)))
    const { words } = whole.vocabulary
    const pack = (networks: BundleNetworks): ReturnType<typeof packBundle> =>
      packBundle(origin, { words, vectors: whole.vectors, networks }, 50)
    const model = { model: Uint8Array.of(8, 8), dims: 4 }
    const fingerprints = new Set<string>()
    for (const networks of [
      { sentences: model },
      { titles: model },
      { ...whole.networks, sentences: model, titles: model }
    ]) {
      const files = await pack(networks)
      const read = await readBundle((name) => Promise.resolve(files.get(name)!))
      expect(read.networks).toEqual(networks)
      fingerprints.add(read.manifest.fingerprint)
      files.set('titles.onnx', Uint8Array.of(8, 9))
      const altered = readBundle((name) => Promise.resolve(files.get(name)!))
      if ('titles' in networks) await expect(altered).rejects.toThrow(/titles\.onnx was altered: its sha256 is/)
      else await expect(altered).resolves.toBeDefined()
    }
    expect(fingerprints.size).toBe(3)
  })

  it('carries a network that reads tokens, with its tokenizer, and another fingerprint for each', async () => {
    const { vocabulary, vectors, networks } = await readBundle((name) => readFile(join(folder, name)))
    const pack = async (tokenizer: number, maxTokens = 128): ReturnType<typeof packBundle> => {
      const sentences = { model: Uint8Array.of(8), dims: 4, tokens: { tokenizer: Uint8Array.of(tokenizer), maxTokens } }
      return packBundle(origin, { words: vocabulary.words, vectors, networks: { ...networks, sentences } }, 50)
    }
    const read = (files: Awaited<ReturnType<typeof packBundle>>): Promise<Bundle> =>
      readBundle((name) => Promise.resolve(files.get(name)!))
    const files = await pack(1)
    const some = await read(files)
    expect(some.manifest.networks.sentences).toMatchObject({
      ...{ kind: 'tokens', file: 'sentences.onnx', dims: 4, maxTokens: 128 },
      tokenizer: { file: 'sentences-tokenizer.json' }
    })
    expect(some.networks.sentences).toEqual({
      ...{ model: Uint8Array.of(8), dims: 4 },
      tokens: { tokenizer: Uint8Array.of(1), maxTokens: 128 }
    })
    const [others, fewer] = [await read(await pack(2)), await read(await pack(1, 64))]
    expect(new Set([some, others, fewer].map(({ fingerprints }) => fingerprints.sentences)).size).toBe(3)
    expect(some.fingerprints.static).toBe(others.fingerprints.static)
    await expect(pack(1, 0)).rejects.toThrow(/networks\.sentences\.maxTokens is 0; expected a whole number from 1 to/)
    files.set('sentences-tokenizer.json', Uint8Array.of(3))
    await expect(read(files)).rejects.toThrow(/sentences-tokenizer\.json was altered: its sha256 is/)
  })

  it('is read only as far as it is used: what another representation needs may be missing', async () => {
    const { vocabulary, vectors, networks } = await readBundle((name) => readFile(join(folder, name)))
    const parts = {
      words: vocabulary.words,
      vectors,
      networks: { ...networks, sentences: { model: Uint8Array.of(8), dims: 4 } }
    }
    for (const [name, bytes] of await packBundle(origin, parts, 50)) await writeFile(join(folder, name), bytes)
    await rm(join(folder, 'sentences.onnx'))
    const encoder = await loadEncoder(folder)
    expect((await encoder.encode(['tide'], { representation: 'static' })).count).toBe(1)
    expect(encoder.representation).toBe('sentences')
    await expect(encoder.encode(['tide'])).rejects.toThrow(/can't read sentences\.onnx \(ENOENT\)/)
  })

  it('carries what it learned beside its networks, and has the fingerprint of one that did not', async () => {
    const [bare, taught] = await Promise.all(
      [await tinyBundle(), await tinyBundle({ headings })].map((files) =>
        readBundle((name) => Promise.resolve(files.get(name)!))
      )
    )
    expect([bare.learned, bare.manifest.learned]).toEqual([{}, undefined])
    expect(taught.learned).toEqual({ headings: [{ heading: 'Overview', articles: 3, generic: true }] })
    expect(taught.learnedFiles).toEqual({ headings })
    expect(taught.manifest.fingerprint).toBe(bare.manifest.fingerprint)
    expect(createEncoder(taught).learned).toBe(taught.learned)
  })

  it('may be renamed: what it is called changes no vector', async () => {
    const { fingerprints } = await loadEncoder(folder)
    await forge((manifest) => Object.assign(manifest, { name: 'other', license: 'MIT' }))
    expect(await loadEncoder(folder)).toMatchObject({ name: 'other', fingerprints })
  })

  it('that is given a network, or another, keeps the fingerprint of all vectors that it is no part of', async () => {
    const { vocabulary, vectors, networks } = await readBundle((name) => readFile(join(folder, name)))
    const fingerprintsWith = async (more: BundleNetworks): Promise<Bundle['fingerprints']> => {
      const parts = { words: vocabulary.words, vectors, networks: { ...networks, ...more } }
      const files = await packBundle(origin, parts, 50)
      return (await readBundle((name) => Promise.resolve(files.get(name)!))).fingerprints
    }
    const [sentences, titles] = [8, 9].map((byte) => ({ model: Uint8Array.of(byte), dims: 4 }))
    const alone = await fingerprintsWith({})
    const all = await fingerprintsWith({ sentences, titles })
    const retrained = await fingerprintsWith({ sentences, titles: { ...titles, model: Uint8Array.of(10) } })
    expect(Object.keys(alone)).toEqual(['static'])
    expect(await fingerprintsWith({ titles })).toEqual({ static: alone.static, titles: all.titles })
    expect(retrained).toMatchObject({ static: alone.static, sentences: all.sentences })
    expect(retrained.titles).not.toBe(all.titles)
    expect(retrained.both).not.toBe(all.both)
    expect(new Set(Object.values(all)).size).toBe(4)
  })
})

describe('A bundle is refused, with what was got, expected and to be done, when', () => {
  const refused = async (message: RegExp): Promise<void> => {
    const error: unknown = await useEncoder(folder).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BundleError)
    expect((error as Error).message).toMatch(message)
  }
  const truncate = async (name: string, bytes: number): Promise<void> => {
    const whole = await readFile(join(folder, name))
    await writeFile(join(folder, name), whole.subarray(0, whole.length - bytes))
  }

  it('its folder is missing', async () => {
    await expect(loadEncoder(join(folder, 'nowhere'))).rejects.toThrow(
      /nowhere: can't read encoder\.json \(ENOENT\); expected the folder of a bundle/
    )
  })

  it('no server answers at its address', async () => {
    await expect(loadEncoder('http://127.0.0.1:1/tiny')).rejects.toThrow(
      /tiny: can't read encoder\.json \(fetch failed.*\); expected the folder/
    )
  })

  it('its server breaks off', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const error: unknown = await loadEncoder(place).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(BundleError)
      expect((error as Error).message).toMatch(/can't read encoder\.json \(terminated: .*\); expected the folder/)
    } finally {
      server.close()
    }
  })

  it('a folder stands where a file should', async () => {
    await rm(join(folder, 'encoder.json'))
    await mkdir(join(folder, 'encoder.json'))
    await refused(/can't read encoder\.json \(EISDIR\)/)
    await rm(join(folder, 'encoder.json'), { recursive: true })
  })

  it('an ONNX model is missing', async () => {
    await forge(
      (manifest) =>
        (manifest.networks.sentences = {
          ...(manifest.networks.static as object),
          kind: 'onnx',
          file: 'missing.onnx'
        })
    )
    await refused(/can't read missing\.onnx \(ENOENT\)/)
  })

  it('a member is nested as deeply as its size allows', async () => {
    const path = join(folder, 'encoder.json')
    const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`
    await writeFile(path, (await readFile(path, 'utf8')).replace('"tiny"', deep))
    await refused(/name is a list; expected text/)
  })

  it('it is of another format', async () => {
    await forge((manifest) => Object.assign(manifest, { format: 'onnx' }))
    await refused(/format is "onnx"; expected 'leitmotif-encoder'/)
  })

  it.each([
    [3, /version is 3; expected 2: update this program/],
    [1, /version is 1; expected 2: export the bundle again/],
    ['2', /version is "2"; expected 2/]
  ])('its version is %j', async (version, message) => {
    await forge((manifest) => Object.assign(manifest, { version }))
    await refused(message)
  })

  it('it was trained by other rules of cutting words', async () => {
    await forge((manifest) => Object.assign(manifest.tokenizer, { version: 99 }))
    await refused(/tokenizer is leitmotif-terms 99; expected leitmotif-terms \d/)
  })

  it.each(['vectors.bin', 'static.bin'])('%s is cut short', async (name) => {
    await truncate(name, 3)
    await refused(/cut short: it has \d+ bytes, expected \d+; fetch or export the bundle again/)
  })

  it('the manifest is cut short', async () => {
    await truncate('encoder.json', 9)
    await refused(/encoder\.json is not JSON \(cut short\?\)/)
  })

  it.each(['vocabulary.txt', 'vectors.bin', 'static.bin'])('a byte of %s was altered', async (name) => {
    const bytes = await readFile(join(folder, name))
    bytes[1] = bytes[1] ^ 4
    await writeFile(join(folder, name), bytes)
    await refused(/was altered: its sha256 is [0-9a-f]{64}, expected [0-9a-f]{64}/)
  })

  it('a file is longer than it says', async () => {
    await writeFile(join(folder, 'vectors.bin'), new Uint8Array(1000))
    await refused(/vectors\.bin has more than 54 bytes/)
  })

  it('the manifest was altered and its fingerprint was not', async () => {
    const path = join(folder, 'encoder.json')
    await writeFile(path, (await readFile(path, 'utf8')).replace('"maxTokens": 50', '"maxTokens": 51'))
    await refused(/the bundle was altered/)
  })

  it('a file is missing', async () => {
    await rm(join(folder, 'static.bin'))
    await refused(/can't read static\.bin \(ENOENT\)/)
  })

  it.each(['../secret.bin', '/etc/passwd', 'a/b', 'a\\b', '.hidden', '', 'C:secret'])(
    'it asks for the file %j outside its folder',
    async (file) => {
      await forge((manifest) => (manifest.vectors.file = file))
      await refused(/vectors\.file is ".*"; expected/)
    }
  )

  it.each([
    ['vocabulary', 'count', 1e12],
    ['vocabulary', 'count', -1],
    ['vectors', 'count', 7],
    ['vectors', 'dims', 1e9],
    ['vectors', 'dims', 1.5],
    ['vectors', 'encoding', 'pickle'],
    ['vectors', 'sha256', 'none']
  ])('%s.%s is %j', async (part, member, value) => {
    await forge((manifest) => (manifest[part][member] = value))
    await refused(new RegExp(`${part}\\.${member} is .*; expected `))
  })

  it('its sizes are within the limits of each, but together ask for gigabytes', async () => {
    await forge((manifest) => {
      manifest.vocabulary.count = 2_000_000
      Object.assign(manifest.vectors, { count: 2_000_000, dims: 4096 })
    })
    await refused(/asks for 8200000000 bytes of vectors\.bin; expected at most 1073741824/)
  })

  it('a weight is not a number', async () => {
    const network = new Float32Array(words.length + 5 * 7).fill(1)
    network[8] = NaN
    const bytes = new Uint8Array(network.buffer)
    await writeFile(join(folder, 'static.bin'), bytes)
    const hash = await sha256(bytes)
    await forge((manifest) => ((manifest.networks.static as Record<string, unknown>).sha256 = hash))
    await refused(/static\.bin: number 8 is NaN; expected finite weights/)
  })

  it('what it learned was altered, can’t be read, or is no file', async () => {
    for (const [name, bytes] of await tinyBundle({ headings })) await writeFile(join(folder, name), bytes)
    const bytes = new TextEncoder().encode('{}')
    await writeFile(join(folder, 'headings.json'), bytes)
    await refused(/headings\.json was altered/)
    const hash = await sha256(bytes)
    await forge((manifest) => ((manifest.learned.headings as Record<string, unknown>).sha256 = hash))
    await refused(/headings\.json: is not a list; expected a JSON list of headings; train it again/)
    await forge((manifest) => (manifest.learned.headings = 'headings.json'))
    await refused(/learned\.headings is "headings\.json"; expected an object/)
  })

  it('a word occurs twice', async () => {
    const text = new TextEncoder().encode(`${words.slice(0, 5).join('\n')}\nanchor\n`)
    await writeFile(join(folder, 'vocabulary.txt'), text)
    const hash = await sha256(text)
    await forge((manifest) => (manifest.vocabulary.sha256 = hash))
    await refused(/"anchor" occurs twice/)
  })

  it('it has no network, or one of another kind', async () => {
    await forge((manifest) => (manifest.networks = { other: manifest.networks.static }))
    await refused(/networks is an object; expected at least one of static, sentences, titles/)
    await forge((manifest) => (manifest.networks = { titles: manifest.networks.other }))
    await refused(/networks\.titles\.kind is "static"; expected 'onnx'/)
  })

  it('it brings a __proto__', async () => {
    const path = join(folder, 'encoder.json')
    await writeFile(path, (await readFile(path, 'utf8')).replace('"name":', '"__proto__": {"dims": 1}, "name":'))
    await refused(/__proto__/)
  })
})
