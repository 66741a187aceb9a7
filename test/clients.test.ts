import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openParquet } from '@leitmotif/command'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import OpenAI from 'openai'
import { beforeAll, describe, expect, it } from 'vitest'
import { commandFile, run, temporaryFolder } from './command-line.js'
import { ask, serve, type RunningService } from './running-service.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const TOKEN = 'a-token-of-the-tests'

const DIARY = `---
author: Ines Moll
---

# Lamps

The keeper lights the lamp at dusk and trims its wick. The oil for the lamp comes by boat.

# Bread

The baker kneads the dough before sunrise. The loaves rise near the warm oven.
`

beforeAll(() => {
  const notes = join(folder, 'notes')
  mkdirSync(notes)
  writeFileSync(join(notes, 'diary.md'), DIARY)
  writeFileSync(join(notes, 'fish.md'), '---\nauthor: Jon Vik\n---\n\nThe fish is salted and dried in the wind.\n')
  const made = run('leitmotif', 'index', notes, '--fast', '--to', shelf)
  if (made.status !== 0) throw new Error(made.err)
})

describe("OpenAI's client", () => {
  let service: RunningService
  let client: OpenAI
  beforeAll(async () => {
    const token = join(folder, 'token')
    writeFileSync(token, TOKEN)
    service = await serve(shelf, '--token-file', token)
    client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: TOKEN, maxRetries: 0 })
  })

  it('gets the vectors of a text and of a list, the same as numbers and as base64', async () => {
    const [model] = (await client.models.list()).data.map(({ id }) => id)
    const input = ['The keeper lights the lamp.', 'The lantern is lit by its keeper.', 'The dough rises.']
    // The client asks for base64 unless it is told otherwise.
    const packed = await client.embeddings.create({ model, input })
    const plain = await client.embeddings.create({ model, input, encoding_format: 'float' })
    expect(packed.data.map(({ embedding }) => embedding)).toEqual(plain.data.map(({ embedding }) => embedding))
    expect(plain.data.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(plain.usage).toEqual({ prompt_tokens: 18, total_tokens: 18 })
    const [lamp, lantern, dough] = plain.data.map(({ embedding }) => embedding)
    expect(dot(lamp, lamp)).toBeCloseTo(1, 5)
    expect(dot(lamp, lantern)).toBeGreaterThan(dot(lamp, dough) + 0.1)
    const alone = await client.embeddings.create({ model: `${model}/static`, input: input[0] })
    expect(alone.data).toHaveLength(1)
    expect(alone.model).toBe(`${model}/static`)
    expect(await client.models.retrieve(alone.model)).toMatchObject({ id: alone.model, object: 'model' })
  })

  it('gives a passage the mean of its sentences', async () => {
    const of = async (input: string[]): Promise<number[][]> =>
      (await client.embeddings.create({ model: 'leitmotif-en', input })).data.map(({ embedding }) => embedding)
    const [first, second, both] = await of(['The lamp is lit.', 'Bread is baked.', 'The lamp is lit. Bread is baked.'])
    const mean = first.map((value, at) => value + second[at])
    const length = Math.sqrt(dot(mean, mean))
    expect(both.map((value, at) => Math.abs(value - mean[at] / length) < 1e-5)).not.toContain(false)
  })

  it('understands what is wrong with a request', async () => {
    const input = 'A lamp.'
    const failure = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => undefined,
        (error: unknown) => error
      )
    expect(await failure(client.embeddings.create({ model: 'text-embedding-3-small', input }))).toMatchObject({
      ...{ status: 404, code: 'model_not_found', param: 'model', type: 'invalid_request_error' },
      message: expect.stringContaining('expected one of leitmotif-en') as string
    })
    expect(await failure(client.models.retrieve('gpt'))).toMatchObject({ status: 404, code: 'model_not_found' })
    const model = 'leitmotif-en'
    expect(await failure(client.embeddings.create({ model, input: [[1, 2]] }))).toMatchObject({
      ...{ status: 400, param: 'input' },
      message: expect.stringContaining('tokens are not read') as string
    })
    expect(await failure(client.embeddings.create({ model, input: [] }))).toMatchObject({ status: 400 })
    expect(await failure(client.embeddings.create({ model, input, dimensions: 7 }))).toMatchObject({
      ...{ status: 400, param: 'dimensions' }
    })
    const stranger = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'another-token-here', maxRetries: 0 })
    expect(await failure(stranger.embeddings.create({ model, input }))).toMatchObject({
      ...{ status: 401, code: 'invalid_api_key' }
    })
    const { status, text } = await ask(service, '/v1/completions', { headers: { authorization: `Bearer ${TOKEN}` } })
    expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([404, ['error']])
  })
})

describe('leitmotif encode', () => {
  it('writes one row of a NumPy array for each line, and zeros for an empty one', () => {
    const file = join(folder, 'lines.txt')
    const out = join(folder, 'lines.npy')
    writeFileSync(file, 'The lamp is lit.\n\nBread is baked at dawn.\nThe lamp is lit.')
    const done = run('leitmotif', 'encode', file, '--out', out, '--fast', '--json')
    expect(JSON.parse(done.out)).toMatchObject({ rows: 4, representation: 'static' })
    const { rows, dims, row } = readNpy(out)
    expect(rows).toBe(4)
    expect(row(1)).toEqual(new Float32Array(dims))
    expect(row(3)).toEqual(row(0))
    expect(dot(row(2), row(2))).toBeCloseTo(1, 5)
  })

  it('writes one row for each sentence of documents, and lists them beside', () => {
    const out = join(folder, 'notes.npy')
    expect(
      run('leitmotif', 'encode', join(folder, 'notes'), '--by', 'sentence', '--out', out, '--fast').err
    ).not.toContain('failed')
    const listed = readFileSync(join(folder, 'notes.jsonl'), 'utf8').trim().split('\n')
    const sentences = listed.map((line) => JSON.parse(line) as { document: string; position: number; text: string })
    expect(readNpy(out).rows).toBe(5)
    expect(sentences).toHaveLength(5)
    expect(sentences[3]).toMatchObject({ position: 3, path: ['Bread'], text: 'The loaves rise near the warm oven.' })
  })

  it('writes texts and vectors as one Parquet file', async () => {
    const out = join(folder, 'notes.parquet')
    const done = run('leitmotif', 'encode', join(folder, 'notes'), '--by', 'sentence', '--out', out, '--fast', '--json')
    expect(JSON.parse(done.out)).toMatchObject({ file: out, rows: 5 })
    const { row } = readNpy(join(folder, 'notes.npy'))
    const file = await openParquet(out)
    const rows: Record<string, unknown>[] = []
    for await (const each of file.rows(file.names)) rows.push(each)
    await file.close()
    expect(rows.map(({ vector }) => vector)).toEqual(rows.map((_, at) => Array.from(row(at))))
    expect(rows[3]).toMatchObject({ position: 3, path: 'Bread', text: 'The loaves rise near the warm oven.' })
  })

  it('names a damaged document, writes the others, and exits with 1', () => {
    const mixed = join(folder, 'mixed')
    mkdirSync(mixed)
    writeFileSync(join(mixed, 'a.docx'), 'no archive')
    writeFileSync(join(mixed, 'b.md'), 'The loaves rise near the warm oven.\n')
    const out = join(folder, 'mixed.npy')
    const { status, err } = run('leitmotif', 'encode', mixed, '--by', 'sentence', '--out', out, '--fast')
    expect([status, err]).toEqual([1, expect.stringMatching(/failed: \S*a\.docx: .*damaged/)])
    expect(readNpy(out).rows).toBe(1)
  })

  it('leaves no file behind without text', () => {
    writeFileSync(join(folder, 'nothing.txt'), '\n\n')
    const out = join(folder, 'nothing.npy')
    const { status, err } = run('leitmotif', 'encode', join(folder, 'nothing.txt'), '--out', out, '--fast')
    expect([status, err]).toEqual([2, expect.stringContaining('nothing.txt: has no text')])
    expect(() => readFileSync(out)).toThrow(/ENOENT/)
  })
})

describe('A client of the Model Context Protocol', () => {
  const client = new Client({ name: 'test', version: '1' })
  const call = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const answer = await client.callTool({ name, arguments: args })
    const [{ text }] = answer.content as { text: string }[]
    if (answer.isError === true) throw new Error(text)
    return JSON.parse(text) as T
  }

  beforeAll(async () => {
    const cli = commandFile('leitmotif')
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp', '--in', shelf] }))
    return () => client.close()
  })

  it('finds four tools that only read, with the fields to filter by', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search', 'themes', 'documents', 'compare'])
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, true, true])
    expect(JSON.stringify(tools[0].inputSchema)).toContain('author (keyword)')
  })

  it('searches by theme with a filter, and gets documents and positions to cite', async () => {
    const found = await call<{ hits: { document: string; position: number; text: string }[] }>('search', {
      ...{ query: 'who lights the lantern', hits: 2, filter: { author: 'Ines Moll' } }
    })
    expect(found.hits).toHaveLength(2)
    expect(found.hits[0]).toMatchObject({
      position: 0,
      path: ['Lamps'],
      text: expect.stringContaining('lamp') as string
    })
    const read = await call<{ sentences: { text: string }[] }>('documents', { id: found.hits[0].document, from: 2 })
    expect(read.sentences.map(({ text }) => text)).toEqual([
      'The baker kneads the dough before sunrise.',
      'The loaves rise near the warm oven.'
    ])
    expect(await call('documents', {})).toMatchObject({ total: 2 })
  })

  it('gets all answers though its input ends at once', () => {
    const start = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'script', version: '1' } }
    const messages = [
      { id: 1, method: 'initialize', params: start },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'lamps' } } }
    ]
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
    const cli = commandFile('leitmotif')
    const ran = spawnSync(process.execPath, [cli, 'mcp', '--in', shelf], { input, encoding: 'utf8' })
    const answers = ran.stdout.trim().split('\n')
    expect(answers.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2])
    expect(ran.status).toBe(0)
  })

  it('compares two parts, and sees themes as soon as another process has built them', async () => {
    await expect(call('themes', {})).rejects.toThrow('leitmotif themes build')
    expect(run('leitmotif', 'themes', 'build', '--in', shelf, '--count', '2').status).toBe(0)
    const { themes } = await call<{ themes: { id: string; sentences: number }[] }>('themes', {})
    expect(themes.length).toBeGreaterThan(0)
    expect(await call('themes', { theme: themes[0].id })).toMatchObject({ id: themes[0].id })
    const parts = await call<{ a: { documents: number } }>('compare', { a: { author: 'Jon Vik' } })
    expect(parts.a.documents).toBe(1)
  })

  it('is told what is wrong with a call, and goes on', async () => {
    await expect(call('search', { query: '' })).rejects.toThrow(/query/)
    await expect(call('search', { query: 'a', filter: { colour: 'red' } })).rejects.toThrow(/colour/)
    await expect(call('documents', { id: 'nowhere.md' })).rejects.toThrow('no document has the id "nowhere.md"')
    expect(await call('documents', {})).toMatchObject({ total: 2 })
  })
})

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, value, at) => sum + value * b[at], 0)
}

/** Reads a file as NumPy's description of the format has it. */
function readNpy(path: string): { rows: number; dims: number; row: (at: number) => Float32Array } {
  const bytes = readFileSync(path)
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from('\x93NUMPY\x01\x00', 'latin1'))
  const start = 10 + bytes.readUInt16LE(8)
  expect(start % 64).toBe(0)
  const header = bytes.toString('latin1', 10, start)
  const [, rows, dims] = /^\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\), \} *\n$/
    .exec(header)!
    .map(Number)
  expect(bytes.length).toBe(start + rows * dims * 4)
  const row = (at: number): Float32Array =>
    Float32Array.from({ length: dims }, (_, d) => bytes.readFloatLE(start + 4 * (at * dims + d)))
  return { rows, dims, row }
}
