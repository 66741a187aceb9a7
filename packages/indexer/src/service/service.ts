import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '@leitmotif/command'
import { createApp, type AppOptions } from './app.js'

export interface ServiceOptions extends AppOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

export interface Service {
  readonly url: string
  /**
   * Stops accepting requests, waits for running ones for at most STOP_TIME, and closes the collection. Work whose
   * client has disconnected may still run; it ends with the process.
   */
  readonly stop: () => Promise<void>
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

/** Starts the service. @throws Failure for a port that is in use or an address that this machine does not have. */
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
      const done = closed.then(() => options.context.collection.close())
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
