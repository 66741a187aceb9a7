import express, { type RequestHandler } from 'express'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { dispatch } from './dispatch.js'
import { route, type ServiceContext } from './route.js'
import { MAX_RUNNING, WorkGate } from './work-gate.js'

describe('A request that waits for its turn', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  it.each([
    ['heavy ones work', { heavy: true }],
    ['ones that divide sentences work', { divides: true }]
  ])('is answered at once where only %s', async (_, kind) => {
    const ends: (() => void)[] = []
    const wait = async (): Promise<undefined> => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return undefined
    }
    const described = { method: 'get', tag: 'Service', summary: 'Waits' } as const
    const slow = route({ ...described, path: '/slow', ...kind, handle: wait })
    const quick = route({ ...described, path: '/quick', handle: () => Promise.resolve(undefined) })
    const gates = { quick: new WorkGate(1), heavy: new WorkGate(1), dividing: new WorkGate(1) }
    const app = express()
    for (const one of [slow, quick]) app.get(one.path, dispatch(one, {} as ServiceContext, gates))
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const working = [fetch(`${url}/slow`), fetch(`${url}/slow`)]
    await vi.waitFor(() => {
      expect(ends).toHaveLength(1)
    })
    expect((await fetch(`${url}/quick`)).status).toBe(204)
    expect(ends).toHaveLength(1)
    ends[0]()
    await vi.waitFor(() => {
      expect(ends).toHaveLength(2)
    })
    ends[1]()
    for (const answer of await Promise.all(working)) expect(answer.status).toBe(204)
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
    const gates = { quick: new WorkGate(), heavy: new WorkGate(1), dividing: new WorkGate(1) }
    const app = express().get('/', count, dispatch(slow, {} as ServiceContext, gates))
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

describe('An answer', () => {
  it('is compressed where it is large and its client can read it', async () => {
    const text = (size: number) =>
      route({
        ...{ method: 'get', path: `/${size}`, tag: 'Service', summary: 'Text' },
        answer: z.object({ text: z.string() }),
        handle: () => Promise.resolve({ text: 'tea '.repeat(size / 4) })
      })
    const gates = { quick: new WorkGate(), heavy: new WorkGate(), dividing: new WorkGate() }
    const app = express()
    for (const size of [40, 40_000]) app.get(`/${size}`, dispatch(text(size), {} as ServiceContext, gates))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const ask = async (size: number, encoding: string): Promise<(string | number | null)[]> => {
      const { port } = server.address() as AddressInfo
      const answer = await fetch(`http://127.0.0.1:${port}/${size}`, { headers: { 'Accept-Encoding': encoding } })
      const { text } = (await answer.json()) as { text: string }
      return [text.length, answer.headers.get('content-encoding'), answer.headers.get('vary')]
    }
    expect(await ask(40_000, 'br, gzip')).toEqual([40_000, 'br', 'Accept-Encoding'])
    expect(await ask(40_000, 'gzip')).toEqual([40_000, 'gzip', 'Accept-Encoding'])
    expect(await ask(40_000, 'identity')).toEqual([40_000, null, 'Accept-Encoding'])
    expect(await ask(40, 'gzip')).toEqual([40, null, 'Accept-Encoding'])
    server.close()
  })
})
