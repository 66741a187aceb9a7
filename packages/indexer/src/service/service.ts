import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '@leitmotif/command'
import { createApp, type AppOptions } from './app.js'

export interface ServiceOptions extends AppOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface Service {
  readonly url: string
  /**
   * Takes no more requests, lets those in work end, and closes the collection; after STOP_TIME at the latest. What was
   * begun and nobody waits for any more may go on: only the end of the process ends it.
   */
  readonly stop: () => Promise<void>
}

/** How long a caller may take to send a request's headers, and all of it, in milliseconds. */
const HEADERS_TIME = 10_000
const REQUEST_TIME = 60_000

/** Of a request's line and headers, in bytes: as long as the longest parameters, so that these are refused in words. */
const MAX_HEADERS = 256 * 1024

/** How often those that are late are looked for. */
const CHECK_TIME = 1000

/** How long requests in work have to end when the service stops, in milliseconds. */
const STOP_TIME = 10_000

/** Starts to listen. @throws Failure for a port that is taken or an address that is not ours. */
export async function startService({ host, port, ...options }: ServiceOptions): Promise<Service> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIME,
      requestTimeout: REQUEST_TIME,
      connectionsCheckingInterval: CHECK_TIME,
      maxHeaderSize: MAX_HEADERS
    },
    createApp(options)
  )
  await listen(server, host, port)
  const { port: actual } = server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${shown}:${actual}/`,
    async stop() {
      options.context.map.stop()
      options.context.events.stop()
      options.context.duplicates.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      const done = closed.then(async () => {
        await options.context.lane?.stop()
        await options.context.collection.close()
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise((resolve) => (timer = setTimeout(resolve, STOP_TIME)))
      await Promise.race([done, late])
      clearTimeout(timer)
      server.closeAllConnections()
    }
  }
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
