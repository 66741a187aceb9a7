/**
 * Measures the processor time that drafts take to analyse, from scratch and after an edit, and in how much memory: what the extension's server
 * does, with onnxruntime-web on one thread, in a process of its own for each length.
 *
 *     node bench/dist/drafts.js [--no-headings] [FILE] [WORDS …]
 *
 * FILE: articles; default ../shared/data/wikipedia.jsonl.gz. WORDS: lengths of drafts; default 1000 10000 50000. A draft is made of
 * as many articles as it takes, a chapter each, and written to a temporary folder; without its headings, the network of boundaries
 * divides all of it after every edit.
 */
import { loadEncoder, type OnnxRuntime } from '@leitmotif/encoder'
import { createDraftAnalyser } from 'leitmotif-vscode/dist/src/draft/analyser.js'
import { leaveRuntimeAsItIs, MEMORY_FLAGS } from 'leitmotif-vscode/dist/src/server/node-memory.js'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Edits that are measured, each at another place. */
const EDITS = 21
const ADDED = 'Nobody had thought of the bill that the plumber would send. '

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))
const UNHEADED = '--no-headings'
const headed = !process.argv.includes(UNHEADED)
const given = process.argv.slice(2).filter((argument) => argument !== UNHEADED)
const [file = path('../../../shared/data/wikipedia.jsonl.gz'), ...lengths] = given
/** Set in the processes that measure: the draft. */
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

/** The build that the extension has. */
async function webRuntime(): Promise<OnnxRuntime> {
  const require = createRequire(createRequire(import.meta.url).resolve('@leitmotif/encoder'))
  const folder = pathToFileURL(`${dirname(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'))}/`).href
  const runtime = (await import(`${folder}ort.wasm.bundle.min.mjs`)) as OnnxRuntime
  runtime.env.wasm.numThreads = 1
  runtime.env.wasm.wasmPaths = folder
  return runtime
}

const middle = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

async function measure(): Promise<string> {
  leaveRuntimeAsItIs()
  let text = await readFile(draft, 'utf8')
  const encoder = await loadEncoder(path('../../models/leitmotif-en'), { runtime: webRuntime, cache: 0 })
  const analyser = createDraftAnalyser(encoder)
  const analyse = async (): Promise<{ themes: number; done: number; paragraphs: number }> => {
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
  }
  const first = await analyse()
  const themes: number[] = []
  const done: number[] = []
  for (let edit = 0; edit < EDITS; edit++) {
    const near = Math.floor((text.length * (edit + 1)) / (EDITS + 1))
    const at = text.indexOf('. ', near) + 2
    text = `${text.slice(0, at)}${ADDED.replace('bill', `bill ${edit}`)}${text.slice(at)}`
    const again = await analyse()
    themes.push(again.themes)
    done.push(again.done)
  }
  const figures = [first.themes, first.done, middle(themes), Math.max(...themes), middle(done)].map((time) =>
    time.toFixed(0)
  )
  const peak = (process.resourceUsage().maxRSS / 1000).toFixed(0)
  return `| ${[first.paragraphs, ...figures, peak].join(' | ')} |`
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
      const env = { ...process.env, LEITMOTIF_BENCH_DRAFT: join(folder, 'draft.md') }
      await writeFile(env.LEITMOTIF_BENCH_DRAFT, await makeDraft(Number(words)))
      const row = execFileSync(process.execPath, [...MEMORY_FLAGS, fileURLToPath(import.meta.url)], {
        env,
        encoding: 'utf8'
      })
      process.stdout.write(`| ${words} ${row}\n`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
