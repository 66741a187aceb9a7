import { BundleError, dot, loadEncoder, row } from '@leitmotif/encoder'
import type { OnnxRuntime } from '@leitmotif/encoder/stages'
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, it } from 'vitest'
import { root, samples, temporaryFolder } from './command-line.js'
import { randomNetwork, writeRandomBundle } from './random-bundle.js'

const folder = temporaryFolder()
const bundle = join(folder, 'bundle')
beforeAll(() =>
  writeRandomBundle(bundle, { sentences: randomNetwork('sentences', 24), titles: randomNetwork('titles', 16) })
)

/** Sentences of the sample articles (lines that are sentences), each with one more known word. */
const sentences = ['beekeeping', 'bread', 'tea'].flatMap((name) =>
  readFileSync(join(samples, `${name}.md`), 'utf8')
    .split(/(?<=[.?!])\s+/)
    .flatMap((sentence) => ['tea', 'bread', 'bees', 'water'].map((word) => `${sentence} ${word}`))
)

function runProgram(program: string, cwd: string, env = process.env): SpawnSyncReturns<string> {
  const args = ['--input-type=module', '-e', program]
  return spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', timeout: 60_000 })
}

const both = { representation: 'both' } as const

it.each([0, 2])('ONNX Runtime keeps and sends nothing about who uses it, on %s worker threads', (threads) => {
  const home = temporaryFolder()
  const program = `
    import { loadEncoder } from '@leitmotif/encoder'
    const encoder = await loadEncoder(${JSON.stringify(bundle)}, { threads: ${threads} })
    await encoder.encode(['tea'], { representation: 'sentences' })
    encoder.dispose()`
  const own = { HOME: home, USERPROFILE: home, LOCALAPPDATA: home, XDG_CACHE_HOME: undefined }
  const env = { ...process.env, ...own, ORT_DISABLE_TELEMETRY: undefined }
  const { status, stderr } = runProgram(program, join(root, 'test'), env)
  expect([status, stderr]).toEqual([0, ''])
  expect(readdirSync(home, { recursive: true })).toEqual([])
})

describe('Worker threads', () => {
  const started: Worker[] = []
  process.on('worker', (worker) => started.push(worker))
  const ended = async (): Promise<void> => {
    for (const worker of started.splice(0)) if (worker.threadId >= 0) await once(worker, 'exit')
  }

  it('return what the calling thread returns, in order, for concurrent calls, and end with the encoder', async () => {
    const [plain, threaded] = [await loadEncoder(bundle, { cache: 0 }), await loadEncoder(bundle, { threads: 2 })]
    expect(started).toEqual([])
    const texts = [...sentences, '', ...sentences.toReversed()]
    const representations = ['both', 'titles'] as const
    const encoded = await Promise.all(
      representations.map((representation) => threaded.encode(texts, { representation }))
    )
    for (const [r, representation] of representations.entries()) {
      expect(encoded[r]).toEqual(await plain.encode(texts, { representation }))
    }
    expect(started).toHaveLength(2)
    threaded.dispose()
    plain.dispose()
    await ended()
    await expect(threaded.encode(['tea'], both)).rejects.toThrow('random was disposed of; load it again')
  })

  it('report a model that does not fit, each time', async () => {
    const broken = join(folder, 'broken')
    const { model, dims } = randomNetwork('titles', 16)
    const titles = { model: model.slice(0, 5000), dims }
    await writeRandomBundle(broken, { sentences: randomNetwork('sentences', 24), titles })
    const encoder = await loadEncoder(broken, { threads: 1 })
    for (let time = 0; time < 2; time++) {
      const error: unknown = await encoder
        .encode(['tea'], { representation: 'titles' })
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(BundleError)
      expect((error as Error).message).toMatch(/titles\.onnx: ONNX Runtime can't open it/)
    }
    expect((await encoder.encode(['tea'], { representation: 'sentences' })).count).toBe(1)
    encoder.dispose()
    await ended()
  })

  it('that cannot find their code, as in a bundled package, say what to do', () => {
    const copy = join(folder, 'copy')
    cpSync(join(root, 'packages', 'encoder', 'dist'), join(copy, 'dist'), { recursive: true })
    writeFileSync(
      join(copy, 'package.json'),
      '{ "type": "module", "imports": { "#product-kernel": "./dist/vectors/product-kernel.js" } }'
    )
    rmSync(join(copy, 'dist', 'model', 'onnx-thread.js'))
    const program = `import { loadEncoder } from './dist/model/encoder.js'
      const encoder = await loadEncoder(${JSON.stringify(bundle)}, { threads: 1 })
      const { count } = await encoder.encode(['tea'], { representation: 'static' })
      await encoder.encode(['tea'], { representation: 'both' }).catch(({ message }) => console.log(String(count), message))
      encoder.dispose()`
    const { stdout } = runProgram(program, copy)
    expect(stdout).toMatch(/^1 .* is not at .*onnx-thread\.js; .*threads: 0/)
  })

  it('end during work when the encoder is disposed, and reject the call', async () => {
    const encoder = await loadEncoder(bundle, { threads: 2 })
    const encoding = encoder.encode(
      Array.from({ length: 20_000 }, (_, i) => `${sentences[i % sentences.length]} ${i}`),
      both
    )
    await encoder.encode(['tea'], both)
    encoder.dispose()
    await expect(encoding).rejects.toThrow('was disposed of')
    await ended()
  })

  it.each([
    ['is disposed of, after its sessions are released', 'encoder.dispose()', 'released'],
    ['is forgotten', '', '']
  ])('let a program end by itself when its encoder %s', (_, last, ends) => {
    const program = `import { loadEncoder } from '@leitmotif/encoder'
      process.on('worker', (worker) => worker.on('exit', (code) => process.stdout.write(code === 0 ? 'released' : 'ended')))
      const encoder = await loadEncoder(${JSON.stringify(bundle)}, { threads: 2 })
      process.stdout.write(String((await encoder.encode(['tea', 'bread'], { representation: 'titles' })).count))
      ${last}`
    const { status, stdout, stderr } = runProgram(program, join(root, 'test'))
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `2${ends}`, stderr: '' })
  })
})

describe('onnxruntime-web', () => {
  const require = createRequire(join(root, 'packages', 'encoder', 'package.json'))
  const own = dirname(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'))
  /** Loads a separate runtime for each `name`, with its WebAssembly in `folder`. */
  const webRuntime = async (name: string, folder: string): Promise<OnnxRuntime> => {
    const { href } = pathToFileURL(join(own, 'ort.wasm.bundle.min.mjs'))
    const web = (await import(`${href}?${name}`)) as OnnxRuntime
    web.env.wasm.wasmPaths = pathToFileURL(`${folder}/`).href
    return web
  }

  it('gives the vectors of onnxruntime-node', async () => {
    const runtime = (): Promise<OnnxRuntime> => webRuntime('whole', own)
    const texts = [...sentences.slice(0, 500), sentences.slice(0, 60).join(' ')]
    const [native, web] = [await loadEncoder(bundle), await loadEncoder(bundle, { runtime })]
    const [left, right] = [await native.encode(texts, both), await web.encode(texts, both)]
    expect(Math.min(...texts.map((_, s) => dot(row(left, s), row(right, s))))).toBeGreaterThan(0.9995)
  })

  it('gives the vectors of onnxruntime-node for the network of models/leitmotif-en', async () => {
    const shipped = join(root, 'models', 'leitmotif-en')
    const runtime = (): Promise<OnnxRuntime> => webRuntime('shipped', own)
    const [native, web] = [await loadEncoder(shipped), await loadEncoder(shipped, { runtime })]
    const texts = sentences.slice(0, 100)
    const [left, right] = [await native.encode(texts), await web.encode(texts)]
    expect(Math.min(...texts.map((_, s) => dot(row(left, s), row(right, s))))).toBeGreaterThan(0.9995)
  })

  it('without its WebAssembly is blamed instead of the model, and loaded again the next time', async () => {
    const places = [join(folder, 'nowhere')]
    const encoder = await loadEncoder(bundle, {
      runtime: () => webRuntime(`mended${places.length}`, places.pop() ?? own)
    })
    const error: unknown = await encoder.encode(['tea'], both).catch((reason: unknown) => reason)
    expect(error).not.toBeInstanceOf(BundleError)
    expect((error as Error).message).toMatch(
      /ONNX Runtime can't start \(.+\); expected its \.wasm .*load the page again/
    )
    expect((await encoder.encode(['tea'], both)).count).toBe(1)
    encoder.dispose()
  })
})
