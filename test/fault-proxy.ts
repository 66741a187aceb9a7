import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@leitmotif/encoder/vectors'

/** Faults that the proxy injects. */
export const FAULTS = [
  '429',
  '500',
  '503',
  'refused items',
  'cut before',
  'cut after',
  'half an answer',
  'slow'
] as const
type Fault = (typeof FAULTS)[number]

/** Factor by which reads fail less often than writes: Elasticsearch's client retries a read three times. */
const OTHERS = 4

/** Maximum delay of a slow answer, in milliseconds. */
const SLOW_MS = 400

export interface FaultProxy {
  readonly url: string
  /** Number of injected faults of each kind. */
  readonly befallen: Readonly<Record<Fault, number>>
  close(): Promise<void>
}

/**
 * Starts a proxy to Elasticsearch that injects faults into a share of the requests: it refuses them, drops the request or the
 * answer, truncates the answer, reports completed operations as refused, or delays the answer.
 */
export async function startFaultProxy(target: string, share: number, seed: string): Promise<FaultProxy> {
  const random = createRandom(seed)
  const befallen = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>
  const server = createServer((incoming, outgoing) => {
    const isBulk = /\/_bulk\b/.test(incoming.url ?? '')
    const harmed = random.next() < (isBulk ? share : share / OTHERS)
    const fault = harmed ? FAULTS[random.integer(FAULTS.length)] : undefined
    if (fault !== undefined) befallen[fault]++
    const delay = fault === 'slow' ? SLOW_MS * random.next() : 0
    answer(target, incoming, outgoing, fault, delay).catch(() => outgoing.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, befallen, close: () => closeServer(server) }
}

async function answer(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
  delay: number
): Promise<void> {
  const body = await bytesOf(incoming)
  if (fault === 'cut before') {
    outgoing.destroy()
    return
  }
  if (fault === '429' || fault === '500' || fault === '503') {
    const error = { type: 'es_rejected_execution_exception', reason: 'an injected fault' }
    outgoing.writeHead(Number(fault), { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' })
    outgoing.end(JSON.stringify({ error, status: Number(fault) }))
    return
  }
  const { response, content } = await pass(target, incoming, body)
  await sleep(delay)
  if (fault === 'cut after') {
    outgoing.destroy()
    return
  }
  const changed = fault === 'refused items' ? refuseItems(content) : content
  const headers = { ...without(response.headers, 'transfer-encoding'), 'content-length': changed.length }
  outgoing.writeHead(response.statusCode ?? 502, headers)
  if (fault === 'half an answer') outgoing.write(changed.subarray(0, changed.length >> 1), () => outgoing.destroy())
  else outgoing.end(changed)
}

async function pass(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer
): Promise<{ response: IncomingMessage; content: Buffer }> {
  const others = without(headers, 'host', 'accept-encoding', 'transfer-encoding')
  const response = await new Promise<IncomingMessage>((done, failed) => {
    request(new URL(url ?? '/', target), { method, headers: { ...others, 'content-length': body.length } }, done)
      .on('error', failed)
      .end(body)
  })
  return { response, content: await bytesOf(response) }
}

function without(headers: IncomingHttpHeaders, ...names: string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Returns a bulk answer that reports every third operation as refused with 429. */
function refuseItems(content: Buffer): Buffer {
  const answer = JSON.parse(content.toString()) as { errors: boolean; items?: Record<string, object>[] }
  if (answer.items === undefined) return content
  const error = { type: 'es_rejected_execution_exception', reason: 'an injected fault' }
  const items = answer.items.map((item, index) => {
    const [[action, result]] = Object.entries(item)
    return index % 3 === 0 ? { [action]: { ...result, status: 429, error } } : item
  })
  return Buffer.from(JSON.stringify({ ...answer, errors: true, items }))
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await closed
}
