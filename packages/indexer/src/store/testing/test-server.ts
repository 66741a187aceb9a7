import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { checkVersion, type Connection } from '../elasticsearch/connection.js'

/** A fake Elasticsearch for tests: a real one has one version and may not ask for a password. */
export interface TestServer {
  readonly port: number
  readonly place: string
  /** The next answer; initially the minimum supported version. */
  answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** The headers of all that it was asked. */
  readonly heard: IncomingHttpHeaders[]
  close(): Promise<void>
}

/** @param tls its key and certificates; it speaks plain HTTP without. */
export async function startTestServer(
  tls?: { readonly key: string; readonly cert: string },
  port = 0
): Promise<TestServer> {
  const answering = tls === undefined ? createServer() : createTlsServer(tls)
  answering.on('request', (request, response) => {
    own.heard.push(request.headers)
    const { status, headers, body } = own.answer
    response.writeHead(status, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch', ...headers })
    response.end(body)
  })
  const listening = await portOf(answering, port)
  const own: TestServer = {
    port: listening,
    place: `http${tls === undefined ? '' : 's'}://127.0.0.1:${listening}`,
    answer: { status: 200, body: versionBody('9.4.0') },
    heard: [],
    async close() {
      answering.closeAllConnections()
      await closed(answering)
    }
  }
  return own
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const free = createServer()
  const port = await portOf(free, 0)
  await closed(free)
  return port
}

/** The answer of a server of that version. */
export function versionBody(version: string): string {
  return JSON.stringify({ nodes: { a: { version } } })
}

/** Result of connecting: `taken`, or the error message. Closes the client. */
export async function saidOf(client: Connection): Promise<string> {
  try {
    await checkVersion(client)
    return 'taken'
  } catch (error) {
    return String(error)
  } finally {
    await client.close()
  }
}

async function portOf(server: Server, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

async function closed(server: Server): Promise<void> {
  await new Promise((done) => server.close(done))
}
