import { dot, loadEncoder, row, type Representation, type Vectors } from '@leitmotif/encoder'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { browserPath, noBrowser } from './chromium.js'
import { root, temporaryFolder } from './command-line.js'
import { randomNetwork, writeRandomBundle } from './random-bundle.js'

const folder = temporaryFolder()
const [bundle, site] = [join(folder, 'bundle'), join(folder, 'site')]
let built: Rolldown.OutputChunk[] = []
beforeAll(async () => {
  await writeRandomBundle(bundle, { sentences: randomNetwork('sentences', 24), titles: randomNetwork('titles', 16) })
  const output = await build({ root: join(root, 'test', 'page'), logLevel: 'error', build: { outDir: site } })
  built = (output as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
})

describe('A page with the encoder, as Vite builds it', () => {
  it('loads at most 60 kB of code before it needs ONNX Runtime', () => {
    const entry = built.find(({ isEntry }) => isEntry)!
    const later = built.filter(({ fileName }) => entry.dynamicImports.includes(fileName))
    const atOnce = built.filter((chunk) => !later.includes(chunk))
    expect(atOnce.reduce((sum, { code }) => sum + code.length, 0)).toBeLessThan(60_000)
    const runtimes = (chunks: typeof built): string[] =>
      chunks.flatMap(({ moduleIds }) => moduleIds).flatMap((id) => /onnxruntime-\w+/.exec(id)?.[0] ?? [])
    expect(runtimes(atOnce)).toEqual([])
    expect(runtimes(later)).toEqual(['onnxruntime-web'])
  })
})

const sentences = [
  'The keeper insulates the hives.',
  '',
  ...Array.from({ length: 60 }, (_, i) => `Bread ${'and tea '.repeat(i)}`)
]

/** Returns the vectors of a page in Chromium, and the files it fetched. @param host a name that resolves to this machine. */
async function encodeInPage(
  representation: Representation,
  host = '127.0.0.1'
): Promise<{ vectors: Buffer; fetched: string[] }> {
  const fetched: string[] = []
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }
  const sent = new EventEmitter<Record<string, [Buffer]>>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://page')
    if (request.method === 'POST') {
      response.end()
      void request.toArray().then((parts) => sent.emit(pathname, Buffer.concat(parts as Buffer[])))
      return
    }
    fetched.push(pathname)
    const path = pathname.startsWith('/bundle/') ? join(folder, pathname) : join(site, pathname)
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    response.setHeader('content-security-policy', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'")
    readFile(path).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end()
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hash = encodeURIComponent(JSON.stringify({ sentences, representation }))
  const address = `http://${host}:${(server.address() as AddressInfo).port}/index.html#${hash}`
  const profile = `--user-data-dir=${join(folder, `profile-${representation}-${host}`)}`
  const names = `--host-resolver-rules=MAP ${host} 127.0.0.1`
  const browser = spawn(browserPath, ['--headless', '--no-sandbox', '--disable-gpu', profile, names, address], {
    stdio: 'ignore'
  })
  try {
    const vectors = await new Promise<Buffer>((resolve, reject) => {
      sent.on('/vectors', resolve)
      sent.on('/fault', (fault) => {
        reject(new Error(fault.toString()))
      })
    })
    return { vectors, fetched }
  } finally {
    browser.kill()
    await once(browser, 'exit')
    server.closeAllConnections()
    server.close()
  }
}

async function encodeInNode(representation: Representation): Promise<Vectors> {
  const encoder = await loadEncoder(bundle)
  const vectors = await encoder.encode(sentences, { representation })
  encoder.dispose()
  return vectors
}

describe.skipIf(noBrowser !== undefined)('A page in Chromium, with a strict content security policy', () => {
  it('gives static vectors exactly, without a runtime', async () => {
    const { vectors, fetched } = await encodeInPage('static')
    const expected = await encodeInNode('static')
    expect(vectors.equals(Buffer.from(expected.data.buffer))).toBe(true)
    expect(fetched.filter((path) => path.includes('ort'))).toEqual([])
  })

  it('gives the same vectors of other networks as Node', async () => {
    const { vectors, fetched } = await encodeInPage('both')
    const expected = await encodeInNode('both')
    const data = new Float32Array(Uint8Array.from(vectors).buffer)
    const given = { count: expected.count, dims: expected.dims, data }
    expect(data).toHaveLength(expected.data.length)
    const cosines = sentences.map((_, s) => dot(row(given, s), row(expected, s)))
    expect(cosines[1]).toBe(0)
    expect(Math.min(...cosines.toSpliced(1, 1))).toBeGreaterThan(0.9995)
    expect(fetched.filter((path) => path.endsWith('.wasm'))).toHaveLength(1)
  })

  it('explains that a page over http from another machine lacks WebCrypto', async () => {
    await expect(encodeInPage('static', 'page.example')).rejects.toThrow(/no WebCrypto.*serve it by https/)
  })
})
