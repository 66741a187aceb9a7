import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RELATED_LIMITS, relatedPassages } from './related.js'

const servers: { close: () => void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that answers as told, and the bodies that it was sent. */
async function answering(answer: RequestListener): Promise<{ url: string; sent: { texts: string[] }[] }> {
  const sent: { texts: string[] }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (data) => (body += String(data)))
    request.on('end', () => {
      if (body !== '') sent.push(JSON.parse(body) as { texts: string[] })
      answer(request, response)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent }
}

const look = (url: string, text = 'Bees gather nectar.'): Promise<unknown> => relatedPassages(text, 'markdown', { url })

describe('The address of the service', () => {
  it.each([
    ['4070', /“4070” is not the address of a service; expected one that begins with https/],
    ['file:///etc/passwd', /is not the address/],
    [
      'http://example.org',
      /http:\/\/example.org is another machine, and http:\/\/ would send your text there unencrypted/
    ],
    ['http://127.0.0.1.example.org/', /is another machine/],
    ['http://me:secret@127.0.0.1:4070', /contains a user name or password/]
  ])('%s is not asked', async (url, message) => {
    await expect(look(url)).rejects.toThrow(message)
  })

  it('where nothing answers, how to start a service is told', async () => {
    await expect(look('http://127.0.0.1:9')).rejects.toThrow(/Start one with “leitmotif serve --in FOLDER”/)
  })

  it('a page, which cannot tell whether nothing answers or it may not ask, is told what lets it', async () => {
    vi.stubGlobal('origin', 'https://editor.example')
    await expect(look('http://127.0.0.1:9')).rejects.toThrow(/--allow-origin https:\/\/editor\.example”/)
    vi.unstubAllGlobals()
  })
})

describe('A service', () => {
  it('is sent the sentences of the selection without markup, and no more of them than it takes', async () => {
    const { url, sent } = await answering((_request, response) => response.end('{"hits": []}'))
    expect(
      await look(`${url}/#token=x`, '# Bees\n\n*One* gathers [nectar](https://example.org). Two `sleep`.')
    ).toEqual([])
    expect(sent[0].texts).toEqual(['Bees', 'One gathers nectar.', 'Two sleep.'])
    await look(url, 'It is so again. '.repeat(500))
    expect(sent[1].texts).toHaveLength(RELATED_LIMITS.sentences)
    await expect(look(url, '…')).rejects.toThrow(/no words/)
  })

  it('is not believed: what it answers is read as what it should be', async () => {
    const hit = (record: unknown, more = {}): string => JSON.stringify({ hits: [{ record, ...more }] })
    const record = { text: 'Bees.', document: 'a/b.md', title: '', path: ['Bees', 7], position: 2 }
    const { url } = await answering((_request, response) => response.end(hit(record, { percentile: 99.5 })))
    expect(await look(url)).toEqual([
      {
        text: 'Bees.',
        document: 'a/b.md',
        title: 'a/b.md',
        path: ['Bees'],
        percentile: 99.5,
        link: `${url}/document/a%2Fb.md?at=2`
      }
    ])
    for (const wrong of ['no JSON', '[]', 'null', '{"hits": 3}', '{"hits": [null]}', hit({ text: 1 })]) {
      const other = await answering((_request, response) => response.end(wrong))
      await expect(look(other.url)).rejects.toThrow(/is not one of “leitmotif serve”/)
    }
    const long = await answering((_request, response) => response.end(' '.repeat(RELATED_LIMITS.answer + 1)))
    await expect(look(long.url)).rejects.toThrow(/The answer is longer/)
  })

  it('that refuses is heard, and one that leads elsewhere is not followed', async () => {
    const problem = await answering((_request, response) =>
      response.writeHead(409).end('{"detail": "Busy; try again."}')
    )
    await expect(look(problem.url)).rejects.toThrow(/answered with status 409: Busy; try again\./)
    const token = await answering((_request, response) => response.writeHead(401).end())
    await expect(look(token.url)).rejects.toThrow(/requires a token/)
    const elsewhere = await answering((_request, response) => response.writeHead(307, { location: problem.url }).end())
    await expect(look(elsewhere.url)).rejects.toThrow(/redirects to another address/)
    expect(problem.sent).toHaveLength(1)
  })

  it('is not waited for once the writer cancels', async () => {
    const { url } = await answering(() => undefined)
    const control = new AbortController()
    const looking = relatedPassages('Bees.', 'plain', { url }, control.signal)
    setTimeout(() => {
      control.abort(new Error('cancelled'))
    }, 50)
    await expect(looking).rejects.toThrow('cancelled')
  })
})
