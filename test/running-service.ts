import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll } from 'vitest'
import { commandFile } from './command-line.js'

export interface RunningService {
  /** Without a trailing slash. */
  readonly url: string
  readonly process: ChildProcess
  /** Returns its log so far. */
  readonly log: () => string
}

/** Running services. */
const running = new Set<ChildProcess>()

// At module level: vitest ignores an `afterAll` that is registered within a test or a hook.
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts `leitmotif serve` on a free port, as a user would, and stops it after the tests of the file. */
export async function serve(place: string, ...flags: string[]): Promise<RunningService> {
  const cli = commandFile('leitmotif')
  const child = spawn(process.execPath, [cli, 'serve', '--in', place, '--port', '0', ...flags], { stdio: 'pipe' })
  running.add(child)
  child.on('exit', () => running.delete(child))
  let out = ''
  let log = ''
  child.stderr.on('data', (data) => (log += String(data)))
  return new Promise((resolve, reject) => {
    child.on('exit', (status) => {
      reject(new Error(`ended with ${status}: ${log}`))
    })
    child.stdout.on('data', (data) => {
      out += String(data)
      const url = /(http:\S+)\/(?:\s|#)/.exec(out)?.[1]
      if (url !== undefined) resolve({ url, process: child, log: () => log })
    })
  })
}

/** Stops a service by SIGTERM and returns its exit status. */
export async function stop({ process: child }: RunningService): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [status] = (await ended) as [number | null]
  return status
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Sends a request byte for byte as given; `fetch` would normalise its path, headers and body. */
export function ask(
  { url }: RunningService,
  path: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {}
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const asked = request({ hostname, port, path, method, headers: { ...(body && json), ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (data: string) => (text += data))
      response.on('end', () => {
        resolve({ status: response.statusCode!, headers: response.headers, text })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const json = { 'content-type': 'application/json' }
