/**
 * Measures how long the extension's server takes to analyse drafts, at first and after an edit, and its peak memory: processor time
 * with onnxruntime-web on one thread, each length in its own process.
 *
 *     node bench/dist/draft-speed.js [--no-headings] [--server] [FILE] [WORDS …]
 *
 * FILE: articles; default ../shared/data/wikipedia.jsonl.gz. WORDS: lengths of drafts; default 1000 10000 50000. A draft joins as
 * many articles as it needs, one chapter each, in a temporary folder. `--no-headings` removes the headings, so that the boundary
 * network divides the whole draft after every edit.
 *
 * `--server` measures what a writer waits for: it starts the packed server (`npm run build`) as the extension does, sends the same
 * edits, and prints clock time less the time in which the server's main thread waited for a processor.
 */
import { loadEncoder } from '@leitmotif/encoder'
import type { OnnxRuntime } from '@leitmotif/encoder/stages'
import { createDraftAnalyser } from '@leitmotif/encoder/draft'
import { leaveRuntimeAsItIs, MEMORY_ENVIRONMENT, MEMORY_FLAGS } from 'leitmotif-vscode/dist/src/server/node-memory.js'
import type { ShownAnalysis } from 'leitmotif-vscode/dist/src/protocol/protocol.js'
import { execFileSync, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Number of measured edits, each at a different place. */
const EDITS = 21
const ADDED = 'Nobody had thought of the bill that the plumber would send. '

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const FLAGS = ['--no-headings', '--server']
const [headed, served] = [!process.argv.includes(FLAGS[0]), process.argv.includes(FLAGS[1])]
const given = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument))
const [file = path('../../../shared/data/wikipedia.jsonl.gz'), ...lengths] = given
/** The draft; set in measuring processes only. */
const draft = process.env.LEITMOTIF_BENCH_DRAFT ?? ''

async function makeDraft(words: number): Promise<string> {
  const { openCorpora } = await import('@leitmotif/trainer')
  const lines: string[] = []
  let count = 0
  for await (const { article } of openCorpora([file])) {
    if (headed) lines.push(`# ${article.title}`)
    for (const { heading, level, paragraphs } of article.sections) {
      if (count >= words) return lines.join('\n\n')
      if (headed && level > 0) lines.push(`${'#'.repeat(Math.min(6, level + 1))} ${heading}`)
      for (const paragraph of paragraphs) {
        if (count >= words) break
        lines.push(paragraph)
        count += paragraph.split(/\s+/).length
      }
    }
  }
  throw new Error(`${file} has ${count} words; expected at least ${words}`)
}

/** The build that the extension ships. */
async function webRuntime(): Promise<OnnxRuntime> {
  const require = createRequire(createRequire(import.meta.url).resolve('@leitmotif/encoder'))
  const folder = pathToFileURL(`${dirname(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'))}/`).href
  const runtime = (await import(`${folder}ort.wasm.bundle.min.mjs`)) as OnnxRuntime
  runtime.env.wasm.numThreads = 1
  runtime.env.wasm.wasmPaths = folder
  return runtime
}

const middle = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Text inserted by an edit, and its offset. */
interface Edit {
  readonly at: number
  readonly added: string
}

/** Milliseconds until an analysis has its themes, and its suggestions. */
interface Times {
  readonly themes: number
  readonly done: number
}

/** Analyses a draft, again after each edit. */
interface Analysing {
  readonly analyse: (text: string, edit?: Edit) => Promise<Times & { readonly paragraphs: number }>
  /** Ends the analyser and returns its peak memory in megabytes. */
  readonly end: () => Promise<number>
}

/** Returns an analyser in this process. */
async function openAnalyser(): Promise<Analysing> {
  leaveRuntimeAsItIs()
  const encoder = await loadEncoder(path('../../models/leitmotif-en'), { runtime: webRuntime, cache: 0 })
  const analyser = createDraftAnalyser(encoder)
  return {
    async analyse(text) {
      const started = process.cpuUsage()
      const times = { themes: 0, done: 0 }
      let paragraphs = 0
      for await (const result of analyser.analyse(text, 'markdown')) {
        if (result.state === 'refused') throw new Error(`Refused: ${JSON.stringify(result.why)}`)
        const { user, system } = process.cpuUsage(started)
        times[result.state] = (user + system) / 1000
        paragraphs = result.analysis.paragraphs.length
      }
      return { ...times, paragraphs }
    },
    end: () => Promise.resolve(process.resourceUsage().maxRSS / 1000)
  }
}

/** Returns an analyser that talks to the packed server over the extension's channel. */
async function openServer(): Promise<Analysing> {
  const { createProtocolConnection, IPCMessageReader, IPCMessageWriter } =
    await import('vscode-languageserver-protocol/node')
  const extension = path('../../packages/vscode-ext/dist/extension')
  const server = fork(`${extension}/dist/server.js`, ['--node-ipc'], {
    execArgv: [...MEMORY_FLAGS],
    env: { ...process.env, ...MEMORY_ENVIRONMENT }
  })
  const connection = createProtocolConnection(new IPCMessageReader(server), new IPCMessageWriter(server))
  let shown: (analysis: ShownAnalysis) => void = () => undefined
  connection.onNotification('leitmotif/analysis', (analysis: ShownAnalysis) => {
    shown(analysis)
  })
  connection.onRequest('workspace/codeLens/refresh', () => null)
  connection.listen()
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    initializationOptions: {
      bundle: `${extension}/models/leitmotif-en`,
      wasm: `${extension}/dist/ort/ort-wasm-simd-threaded.wasm`,
      dismissed: []
    }
  })
  await connection.sendNotification('initialized', {})
  /** Returns how long the main thread was ready to run but waited for a processor. */
  const waited = (): number => {
    const schedule = readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8')
    return Number(schedule.split(' ')[1]) / 1e6
  }
  const now = (): number => performance.now() - waited()
  const uri = 'untitled:draft.md'
  let version = 0
  return {
    analyse: (text, edit) =>
      new Promise((resolve, reject) => {
        const started = now()
        const times = { themes: 0, done: 0 }
        shown = ({ version: of, state, message, paragraphs }) => {
          if (of !== version) return
          if (state === 'refused') reject(new Error(`Refused: ${message}`))
          times.done = now() - started
          times.themes ||= times.done
          if (state === 'done') resolve({ ...times, paragraphs: paragraphs.length })
        }
        version++
        if (edit === undefined) {
          const textDocument = { uri, languageId: 'markdown', version, text }
          void connection.sendNotification('textDocument/didOpen', { textDocument })
        } else {
          const before = text.slice(0, edit.at).split('\n')
          const start = { line: before.length - 1, character: before.at(-1)!.length }
          const contentChanges = [{ range: { start, end: start }, text: edit.added }]
          void connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges })
        }
      }),
    async end() {
      const [, peak] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))!
      await connection.sendRequest('shutdown')
      void connection.sendNotification('exit')
      return (1024 * Number(peak)) / 1e6
    }
  }
}

async function measure(): Promise<string> {
  let text = await readFile(draft, 'utf8')
  const analysing = await (served ? openServer() : openAnalyser())
  const first = await analysing.analyse(text)
  const again: Times[] = []
  for (let edit = 0; edit < EDITS; edit++) {
    const near = Math.floor((text.length * (edit + 1)) / (EDITS + 1))
    const at = text.indexOf('. ', near) + 2
    const added = ADDED.replace('bill', `bill ${edit}`)
    text = `${text.slice(0, at)}${added}${text.slice(at)}`
    again.push(await analysing.analyse(text, { at, added }))
  }
  const themes = again.map((times) => times.themes)
  const done = again.map((times) => times.done)
  const figures = [first.themes, first.done, middle(themes), Math.max(...themes), middle(done), await analysing.end()]
  return `| ${[first.paragraphs, ...figures.map((figure) => figure.toFixed(0))].join(' | ')} |`
}

if (draft !== '') process.stdout.write(await measure())
else {
  process.stdout.write(
    '| words | paragraphs | first themes, ms | first suggestions, ms | themes after an edit, ms | longest | suggestions after an edit, ms | ' +
      'peak memory, MB |\n|---|---|---|---|---|---|---|---|\n'
  )
  const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))
  try {
    for (const words of lengths.length > 0 ? lengths : ['1000', '10000', '50000']) {
      const env = { ...process.env, ...MEMORY_ENVIRONMENT, LEITMOTIF_BENCH_DRAFT: join(folder, 'draft.md') }
      await writeFile(env.LEITMOTIF_BENCH_DRAFT, await makeDraft(Number(words)))
      const itself = [...MEMORY_FLAGS, fileURLToPath(import.meta.url), ...(served ? [FLAGS[1]] : [])]
      const row = execFileSync(process.execPath, itself, { env, encoding: 'utf8' })
      process.stdout.write(`| ${words} ${row}\n`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
