import express, { type RequestHandler } from 'express'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dispatch } from './dispatch.js'
import { route, type ServiceContext } from './route.js'
import { MAX_RUNNING, WorkGate } from './work-gate.js'

describe('A request that waits for its turn', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  it('is never begun where its client has gone, and who comes after it is answered', async () => {
    const ends: (() => void)[] = []
    const slow = route({
      ...{ method: 'get', path: '/', tag: 'Service', summary: 'Slow' },
      handle: async () => {
        await new Promise<void>((resolve) => ends.push(resolve))
        return undefined
      }
    })
    let [came, went] = [0, 0]
    const count: RequestHandler = (_request, response, next) => {
      came++
      response.once('close', () => went++)
      next()
    }
    const app = express().get('/', count, dispatch(slow, {} as ServiceContext, new WorkGate()))
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const gone = new AbortController()
    const working = Array.from({ length: MAX_RUNNING }, () => fetch(url))
    await vi.waitFor(() => {
      expect(ends).toHaveLength(MAX_RUNNING)
    })
    const left = Array.from({ length: 8 }, () => fetch(url, { signal: gone.signal }))
    await vi.waitFor(() => {
      expect(came).toBe(MAX_RUNNING + 8)
    })
    gone.abort()
    expect((await Promise.allSettled(left)).every(({ status }) => status === 'rejected')).toBe(true)
    await vi.waitFor(() => {
      expect(went).toBe(8)
    })
    const patient = fetch(url)
    for (const end of ends) end()
    for (const answer of await Promise.all(working)) expect(answer.status).toBe(204)
    await vi.waitFor(() => {
      expect(ends).toHaveLength(MAX_RUNNING + 1)
    })
    ends.at(-1)!()
    expect((await patient).status).toBe(204)
    expect(ends).toHaveLength(MAX_RUNNING + 1)
  })
})
