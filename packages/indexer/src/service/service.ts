import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@leitmotif/command'
import { createApp, type AppOptions } from './app.js'
import type { Problem } from './schemas/common-schemas.js'

export interface ServiceOptions extends Omit<AppOptions, 'stopping'> {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

export interface Service {
  readonly url: string
  /**
   * Answers further requests with 503, lets running ones end, and closes the collection; after STOP_TIME at the latest. Returns how many
   * requests were cut off then.
   * Work that no request waits for may go on: only the end of the process ends it.
   */
  readonly stop: () => Promise<number>
}

/** Time limits for receiving a request's headers, and the whole request, in milliseconds. */
const HEADERS_TIME = 10_000
const REQUEST_TIME = 60_000

/**
 * Maximum size of the request line and headers, in bytes. Large enough for the longest parameters, so that validation,
 * not Node, refuses them.
 */
const MAX_HEADERS = 256 * 1024

/** Interval at which these time limits are checked, in milliseconds. */
const CHECK_TIME = 1000

/** How long running requests may take to end when the service stops, in milliseconds. */
const STOP_TIME = 10_000

/** Time that open connections get, at shutdown, to send one more request and receive 503, in milliseconds. */
const GRACE_TIME = 1000

/** How long a refused connection stays open for its client to read the answer, in milliseconds. */
const LINGER_TIME = 1000

/** Answers to requests that Node.js cannot read, by its error code. */
const BROKEN_REQUESTS: Partial<Record<string, { readonly status: number; readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: `The request line and headers are larger than ${MAX_HEADERS} bytes, or too many; send less, or send it as a body.`
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time; send it again.' }
}

/** Starts to listen. @throws Failure for a port that is taken or an address that is not ours. */
export async function startService({ host, port, ...options }: ServiceOptions): Promise<Service> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIME,
      requestTimeout: REQUEST_TIME,
      connectionsCheckingInterval: CHECK_TIME,
      maxHeaderSize: MAX_HEADERS
    },
    createApp({ ...options, stopping: () => stopping })
  )
  let stopping = false
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  server.on('clientError', answerBrokenRequest)
  await listen(server, host, port)
  const { port: actual } = server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${shown}:${actual}/`,
    async stop() {
      options.context.map.stop()
      options.context.events.stop()
      options.context.duplicates.stop()
      stopping = true
      const running: Promise<unknown>[] = [...open].map((response) => {
        // Otherwise its client would send the next request on a connection that is about to be closed.
        if (!response.headersSent) response.setHeader('Connection', 'close')
        return new Promise((resolve) => response.once('close', resolve))
      })
      const connections = await new Promise<number>((resolve) => {
        server.getConnections((_error, count) => {
          resolve(count)
        })
      })
      if (connections > 0) running.push(sleep(GRACE_TIME))
      const done = Promise.all(running).then(async () => {
        await options.context.lane?.stop()
        await options.context.collection.close()
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_TIME)))
      await Promise.race([done, late])
      clearTimeout(timer)
      const cut = [...open].filter((response) => !response.writableEnded).length
      server.close()
      server.closeAllConnections()
      return cut
    }
  }
}

/** Answers what is not a request, or is too large or late, and leaves its client time to read the answer. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // Further parts of a request that was answered are errors again.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, detail } = BROKEN_REQUESTS[error.code ?? ''] ?? {
    status: 400,
    detail: 'This is not an HTTP request.'
  }
  const title = STATUS_CODES[status]
  const problem: Problem = { type: 'about:blank', title: title ?? 'Error', status, detail, instance: randomUUID() }
  const body = JSON.stringify(problem)
  const headers = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${problem.instance}`,
    'Connection: close'
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_TIME).unref()
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(listenFailure(error, host, port))
    })
    server.listen(port, host, resolve)
  })
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const { code } = error
  if (code === 'EADDRINUSE')
    return new Failure(
      `--port ${port}: another program listens there; stop it, or choose another, as --port ${port + 1}`
    )
  if (code === 'EACCES')
    return new Failure(`--port ${port}: not allowed for this user; choose one from 1024 on, as --port 4070`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new Failure(`--host ${host}: is no address of this machine; expected one, as 127.0.0.1`)
  return error
}
