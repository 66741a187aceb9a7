import { parseDocument, splitSentences, type DocumentFormat } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import type { RelatedPassage, RelatedSettings } from '../protocol/protocol.js'

export const RELATED_LIMITS = {
  /** Maximum number of passages returned. */
  passages: 20,
  /** Maximum number of sentences of the selection sent: the service accepts no more texts. */
  sentences: 20,
  /** Maximum number of UTF-16 code units of one sentence. */
  sentence: 2_000,
  /** Maximum number of bytes of the answer. */
  answer: 4 * 1024 * 1024,
  /** Timeout in milliseconds. */
  time: 15_000
} as const

/** A request that is not sent, or whose answer is not one of `leitmotif serve`. The message is in the editor's language. */
class ServiceError extends Error {}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns the passages of a collection that are most similar to a selection by theme, from a service started with
 * `leitmotif serve`. The selection's sentences are sent only to the address in the settings: redirects are not followed.
 * @param selection text of a draft in `format`
 * @throws ServiceError if the address is not allowed or its answer is not one of `leitmotif serve`; the signal's reason once it
 *   is aborted
 */
export async function relatedPassages(
  selection: string,
  format: DocumentFormat,
  { url, token }: RelatedSettings,
  signal?: AbortSignal
): Promise<RelatedPassage[]> {
  const base = serviceAddress(url)
  const texts = sentencesOf(selection, format)
  if (texts.length === 0)
    throw new ServiceError(l10n.t('The selection has no words. Select at least one sentence, then search again.'))
  const body = { texts, k: RELATED_LIMITS.passages + texts.length }
  const passages = decodeAnswer(await ask(new URL('api/search', base), body, token, signal), base)
  // The draft itself may be in the collection.
  const own = new Set(texts)
  return passages.filter(({ text }) => !own.has(text)).slice(0, RELATED_LIMITS.passages)
}

/** Returns the service's address, ending with a slash. @throws ServiceError if it is not allowed */
function serviceAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw new ServiceError(
      l10n.t(
        '“{0}” is not the address of a service; expected one that begins with https://, or with http:// on this machine, such as http://127.0.0.1:4070. Correct the setting leitmotif.related.url.',
        url
      )
    )
  }
  if (address.username !== '' || address.password !== '') {
    throw new ServiceError(
      l10n.t(
        'The address of the service contains a user name or password; expected none. Correct the setting leitmotif.related.url. To set a token, use the command “Set the Token for Related Passages…”.'
      )
    )
  }
  if (address.protocol === 'http:' && !LOOPBACK.test(address.hostname)) {
    throw new ServiceError(
      l10n.t(
        '{0} is another machine, and http:// would send your text there unencrypted; expected https://. Correct the setting leitmotif.related.url.',
        address.origin
      )
    )
  }
  return new URL(address.pathname.replace(/\/?$/, '/'), address.origin)
}

/** Returns the selected sentences without markup; an even sample if there are more than can be sent. */
function sentencesOf(selection: string, format: DocumentFormat): string[] {
  const prose = parseDocument(selection, format).blocks.map((block) => block.prose.text)
  const sentences = (prose.length > 0 ? prose : [selection]).flatMap((text) =>
    splitSentences(text).map(({ start, end }) => text.slice(start, end).trim().slice(0, RELATED_LIMITS.sentence))
  )
  const withLetters = sentences.filter((text) => /\p{L}/u.test(text))
  const step = Math.max(withLetters.length / RELATED_LIMITS.sentences, 1)
  return Array.from(
    { length: Math.min(withLetters.length, RELATED_LIMITS.sentences) },
    (_, i) => withLetters[Math.floor(i * step)]
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
    if (error instanceof ServiceError) throw error
    if (late.aborted) {
      throw new ServiceError(
        l10n.t(
          'The service at {0} did not answer within {1} seconds. Try again later.',
          url.origin,
          RELATED_LIMITS.time / 1000
        ),
        { cause: error }
      )
    }
    if (error instanceof SyntaxError) throw unexpectedAnswer(url.origin, l10n.t('it is not JSON'), error)
    // A page cannot learn whether there is no service, or one that does not allow requests from its origin.
    const { origin: page } = globalThis as { readonly origin?: string }
    const message =
      page === undefined
        ? l10n.t(
            'No service answers at {0}. Start one with “leitmotif serve --in FOLDER”, or correct the setting leitmotif.related.url.',
            url.origin
          )
        : l10n.t(
            'No service at {0} answers this page. Start one with “leitmotif serve --in FOLDER --token-file FILE --allow-origin {1}”, or correct the setting leitmotif.related.url.',
            url.origin,
            page
          )
    throw new ServiceError(message, { cause: error })
  }
}

/** Returns the error for an answer that is not a success. */
function refusal({ status, type }: Response, text: string, origin: string, token: string | undefined): ServiceError {
  if (status === 401) {
    return new ServiceError(
      token === undefined
        ? l10n.t(
            'The service at {0} requires a token. Set it with the command “Set the Token for Related Passages…”.',
            origin
          )
        : l10n.t(
            'The service at {0} does not accept this token. Set the token that the service was started with, with the command “Set the Token for Related Passages…”.',
            origin
          )
    )
  }
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return new ServiceError(
      l10n.t(
        'The service at {0} redirects to another address. Enter that one in the setting leitmotif.related.url.',
        origin
      )
    )
  }
  const { detail } = object(parsed(text))
  if (typeof detail === 'string') {
    return new ServiceError(
      l10n.t('The service at {0} answered with status {1}: {2}', origin, status, detail.slice(0, 500))
    )
  }
  return unexpectedAnswer(origin, l10n.t('its status is {0}', status))
}

/** Returns the error for an answer that `leitmotif serve` does not give. */
function unexpectedAnswer(origin: string, difference: string, cause?: unknown): ServiceError {
  const message = l10n.t(
    'The answer from {0} is not one of “leitmotif serve”: {1}. Correct the setting leitmotif.related.url.',
    origin,
    difference
  )
  return new ServiceError(message, { cause })
}

/** Returns the body as text. @throws ServiceError if it is longer than RELATED_LIMITS.answer */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    length += read.value.length
    if (length > RELATED_LIMITS.answer) {
      await reader?.cancel()
      throw new ServiceError(
        l10n.t(
          'The answer is longer than {0} bytes. Select less text, or correct the setting leitmotif.related.url.',
          RELATED_LIMITS.answer
        )
      )
    }
    pieces.push(decoder.decode(read.value, { stream: true }))
  }
  return pieces.join('') + decoder.decode()
}

/** Returns an answer's passages. @throws ServiceError if it has another form */
function decodeAnswer(answer: unknown, base: URL): RelatedPassage[] {
  const { hits } = object(answer)
  if (!Array.isArray(hits)) throw unexpectedAnswer(base.origin, l10n.t('it has no list “hits”'))
  return hits.map((hit: unknown): RelatedPassage => {
    const { record, percentile } = object(hit)
    const { text, document, title, path, position } = object(record)
    if (typeof text !== 'string' || typeof document !== 'string') {
      throw unexpectedAnswer(base.origin, l10n.t('a hit has no text or no document'))
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
