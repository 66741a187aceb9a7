import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

/** A fake Elasticsearch: a real one has one version and may not ask for a password. */
export interface FakeElasticsearch {
  readonly place: string
  /** The next answer; initially the minimum supported version. */
  answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** The headers of all that it was asked. */
  readonly heard: IncomingHttpHeaders[]
  close(): Promise<void>
}

/** Starts one. @param tls its key and certificates; it speaks plain HTTP without. */
export async function startFakeElasticsearch(
  tls?: { readonly key: string; readonly cert: string },
  port = 0
): Promise<FakeElasticsearch> {
  const answering = tls === undefined ? createServer() : createTlsServer(tls)
  answering.on('request', (request, response) => {
    own.heard.push(request.headers)
    const { status, headers, body } = own.answer
    response.writeHead(status, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch', ...headers })
    response.end(body)
  })
  const own: FakeElasticsearch = {
    place: `http${tls === undefined ? '' : 's'}://127.0.0.1:${await portOf(answering, port)}`,
    answer: { status: 200, body: versionBody('9.4.0') },
    heard: [],
    async close() {
      answering.closeAllConnections()
      await closed(answering)
    }
  }
  return own
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const free = createServer()
  const port = await portOf(free, 0)
  await closed(free)
  return port
}

/** Returns the answer of a server of that version. */
export function versionBody(version: string): string {
  return JSON.stringify({ nodes: { a: { version } } })
}

async function portOf(server: Server, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

async function closed(server: Server): Promise<void> {
  await new Promise((done) => server.close(done))
}
