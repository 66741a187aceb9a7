import { parseDocument, splitSentences, type DocumentFormat } from '@leitmotif/encoder'
import type { RelatedPassage, RelatedSettings } from '../protocol/protocol.js'
import { Refused, type Strangeness } from '../protocol/refusals.js'

export const RELATED_LIMITS = {
  /** Passages. */
  passages: 20,
  /** Sentences of the selection that are looked for: the service takes no more texts. */
  sentences: 20,
  /** Of one sentence, in UTF-16 code units. */
  sentence: 2_000,
  /** Of the answer, in bytes. */
  answer: 4 * 1024 * 1024,
  /** Milliseconds. */
  time: 15_000
} as const

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The passages of a collection that are nearest to a selection by theme, from the service that `leitmotif serve` gives. The
 * selection's sentences are sent to the address of the settings, and to no other: it is not left for where it redirects to.
 * @param selection of a draft in `format`
 * @throws Refused where the address may not be asked, or does not answer as such a service does; the
 *   signal's reason, once it is aborted
 */
export async function relatedPassages(
  selection: string,
  format: DocumentFormat,
  { url, token }: RelatedSettings,
  signal?: AbortSignal
): Promise<RelatedPassage[]> {
  const base = serviceAddress(url)
  const texts = sentencesOf(selection, format)
  if (texts.length === 0) throw new Refused(({ noWordsSelected }) => noWordsSelected)
  const body = { texts, k: RELATED_LIMITS.passages + texts.length }
  const passages = decodeAnswer(await ask(new URL('api/search', base), body, token, signal), base)
  // The draft itself may be in the collection.
  const own = new Set(texts)
  return passages.filter(({ text }) => !own.has(text)).slice(0, RELATED_LIMITS.passages)
}

/** The service's address, with a slash at its end. @throws Error where it is none that may be asked */
function serviceAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw new Refused(({ noAddress }) => noAddress(url))
  }
  if (address.username !== '' || address.password !== '') {
    throw new Refused(({ credentials }) => credentials)
  }
  if (address.protocol === 'http:' && !LOOPBACK.test(address.hostname)) {
    throw new Refused(({ unprotected }) => unprotected(address.origin))
  }
  return new URL(address.pathname.replace(/\/?$/, '/'), address.origin)
}

/** The sentences of what is selected, without markup: evenly taken where there are more than can be asked for. */
function sentencesOf(selection: string, format: DocumentFormat): string[] {
  const prose = parseDocument(selection, format).blocks.map((block) => block.prose.text)
  const sentences = (prose.length > 0 ? prose : [selection]).flatMap((text) =>
    splitSentences(text).map(({ start, end }) => text.slice(start, end).trim().slice(0, RELATED_LIMITS.sentence))
  )
  const worded = sentences.filter((text) => /\p{L}/u.test(text))
  const step = Math.max(worded.length / RELATED_LIMITS.sentences, 1)
  return Array.from(
    { length: Math.min(worded.length, RELATED_LIMITS.sentences) },
    (_, i) => worded[Math.floor(i * step)]
  )
}

async function ask(
  url: URL,
  body: unknown,
  token: string | undefined,
  signal: AbortSignal | undefined
): Promise<unknown> {
  const late = AbortSignal.timeout(RELATED_LIMITS.time)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: signal === undefined ? late : AbortSignal.any([signal, late])
    })
    const text = await readBounded(response)
    if (response.ok) return JSON.parse(text) as unknown
    throw refusal(response, text, url.origin, token)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Refused) throw error
    if (late.aborted) {
      throw new Refused(({ late }) => late(url.origin, RELATED_LIMITS.time / 1000), { cause: error })
    }
    if (error instanceof SyntaxError) throw notOurs(url.origin, 'no-json', error)
    // A page is not told whether nothing answered, or something that lets no page of its origin ask.
    const { origin: page } = globalThis as { readonly origin?: string }
    throw new Refused(({ noService }) => noService(url.origin, page), { cause: error })
  }
}

/** What the service says no with. */
function refusal({ status, type }: Response, text: string, origin: string, token: string | undefined): Refused {
  if (status === 401) return new Refused((say) => (token === undefined ? say.wantsToken : say.otherToken)(origin))
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return new Refused(({ moved }) => moved(origin))
  const { detail } = object(parsed(text))
  if (typeof detail === 'string') return new Refused(({ problem }) => problem(origin, status, detail.slice(0, 500)))
  return notOurs(origin, status)
}

function notOurs(origin: string, got: Strangeness, cause?: unknown): Refused {
  return new Refused(({ notOurs }) => notOurs(origin, got), { cause })
}

/** The body as text. @throws Refused where it is longer than any answer of such a service */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    length += read.value.length
    if (length > RELATED_LIMITS.answer) {
      await reader?.cancel()
      throw new Refused(({ longAnswer }) => longAnswer(RELATED_LIMITS.answer))
    }
    pieces.push(decoder.decode(read.value, { stream: true }))
  }
  return pieces.join('') + decoder.decode()
}

/** An answer's passages. @throws Error where it is not what the service answers */
function decodeAnswer(answer: unknown, base: URL): RelatedPassage[] {
  const { hits } = object(answer)
  if (!Array.isArray(hits)) throw notOurs(base.origin, 'no-hits')
  return hits.map((hit: unknown): RelatedPassage => {
    const { record, percentile } = object(hit)
    const { text, document, title, path, position } = object(record)
    if (typeof text !== 'string' || typeof document !== 'string') {
      throw notOurs(base.origin, 'no-text')
    }
    const query = typeof position === 'number' ? `?at=${position}` : ''
    return {
      text,
      document,
      title: typeof title === 'string' && title !== '' ? title : document,
      path: Array.isArray(path) ? path.filter((heading) => typeof heading === 'string') : [],
      ...(typeof percentile === 'number' && percentile >= 0 && percentile <= 100 ? { percentile } : {}),
      link: new URL(`document/${encodeURIComponent(document)}${query}`, base).href
    }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
