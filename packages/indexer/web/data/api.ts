import type {
  ClusterAnswer,
  ClusterRequest,
  ContrastAnswer,
  ContrastRequest,
  SearchAnswer,
  SearchRequest,
  SentencesAnswer
} from '../../src/service/schemas/search-schemas.js'
import type {
  CollectionAnswer,
  ThemeAnswer,
  ThemeChange,
  ThemeMerge,
  ThemesAnswer
} from '../../src/service/schemas/theme-schemas.js'
import type { DocumentAnswer, DocumentsAnswer } from '../../src/service/schemas/document-schemas.js'
import type { DuplicatesAnswer } from '../../src/service/schemas/duplicate-schemas.js'
import type { EventMapAnswer } from '../../src/service/schemas/event-schemas.js'
import type { MapColoursAnswer, MapPointsAnswer } from '../../src/service/schemas/map-schemas.js'
import type { MapDrawing, Problem } from '../../src/service/schemas/common-schemas.js'
import type {
  OutliersAnswer,
  SharesAnswer,
  TogetherAnswer,
  TrendsAnswer,
  TypicalAnswer
} from '../../src/service/schemas/analytics-schemas.js'

const TOKEN = 'leitmotif-token'

/** Error of a request: the service's answer, or a network error. */
export class ServiceFailure extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 if no answer arrived. */
    readonly status: number
  ) {
    super(message)
  }
}

/** Stores the token in the address's fragment (`#token=…`) for this tab, and removes it from the address. */
export function takeToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return
  sessionStorage.setItem(TOKEN, token)
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** Stores a token that the user typed. */
export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token)
}

/** Sends a request to the service. @throws ServiceFailure for a status other than 2xx. */
async function request(path: string, signal?: AbortSignal, method = 'GET', body?: unknown): Promise<Response> {
  const token = sessionStorage.getItem(TOKEN)
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method,
      signal: signal ?? null,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' })
      },
      body: body === undefined ? null : JSON.stringify(body)
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new ServiceFailure('Could not reach the service. Check that it runs, then try again.', 0)
  }
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  throw new ServiceFailure(
    problem.detail ?? problem.title ?? `The service answered ${response.status}.`,
    response.status
  )
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await request(path, signal)).json()) as T
}

async function send<T>(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await request(path, signal, method, body)
  return (response.status === 204 ? undefined : await response.json()) as T
}

const part = encodeURIComponent
export const query = (values: Question): string =>
  new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString()

const ASK_AGAIN_MS = 800

/**
 * Repeats a request while the service answers that it is still working. Calls `onDone` with its progress, 0 to 1.
 * @throws ServiceFailure
 */
export async function pollUntilDone(
  path: string,
  onDone: (share: number) => void,
  signal: AbortSignal
): Promise<Response> {
  while (true) {
    const response = await request(path, signal)
    if (response.status !== 202) return response
    onDone(((await response.json()) as MapDrawing).done)
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    signal.throwIfAborted()
  }
}

/** Questions about themes, by the name of the endpoint. */
export interface AnalyticsAnswers {
  readonly share: SharesAnswer
  readonly 'over-time': SharesAnswer
  readonly trends: TrendsAnswer
  readonly together: TogetherAnswer
  readonly typical: TypicalAnswer
  readonly outliers: OutliersAnswer
}

/** Parameters of a request. Undefined or empty ones are left out. */
export type Question = Readonly<Record<string, string | undefined>>

/** Number of documents listed per page. */
const PAGE = 500

/** The endpoints of the service, as functions. */
export const api = {
  collection: (signal?: AbortSignal) => get<CollectionAnswer>('collection', signal),
  themes: (signal?: AbortSignal) => get<ThemesAnswer>('themes', signal),
  /** Returns the themes with the sizes that they have among the sentences that match a filter. */
  themesOf: (filter: string, signal?: AbortSignal) => get<ThemesAnswer>(`themes?${query({ filter })}`, signal),
  theme: (id: string, sentences: number, signal?: AbortSignal) =>
    get<ThemeAnswer>(`themes/${part(id)}?sentences=${sentences}`, signal),
  changeTheme: (id: string, change: ThemeChange) => send<unknown>('PATCH', `themes/${part(id)}`, change),
  mergeThemes: (merge: ThemeMerge) => send<unknown>('POST', 'themes/merge', merge),
  /** Undoes all user edits of these themes. */
  resetThemes: (ids: readonly string[]) => send<unknown>('POST', 'themes/reset', { ids }),
  search: (search: SearchRequest, signal?: AbortSignal) => send<SearchAnswer>('POST', 'search', search, signal),
  cluster: (cluster: ClusterRequest, signal?: AbortSignal) => send<ClusterAnswer>('POST', 'cluster', cluster, signal),
  contrast: (sides: ContrastRequest, signal?: AbortSignal) => send<ContrastAnswer>('POST', 'contrast', sides, signal),
  sentences: (ids: readonly string[], signal?: AbortSignal) =>
    send<SentencesAnswer>('POST', 'sentences', { ids }, signal),
  documents: (prefix: string, signal?: AbortSignal) =>
    get<DocumentsAnswer>(`documents?${query({ prefix, limit: String(PAGE) })}`, signal),
  document: (id: string, signal?: AbortSignal) => get<DocumentAnswer>(`documents/${part(id)}`, signal),
  analytics: <N extends keyof AnalyticsAnswers>(name: N, of: Question, signal?: AbortSignal) =>
    get<AnalyticsAnswers[N]>(`analytics/${name}?${query(of)}`, signal),
  duplicates: async (of: Question, onDone: (share: number) => void, signal: AbortSignal) =>
    (await (await pollUntilDone(`duplicates?${query(of)}`, onDone, signal)).json()) as DuplicatesAnswer,
  events: async (onDone: (share: number) => void, signal: AbortSignal) =>
    (await (await pollUntilDone('events/map', onDone, signal)).json()) as EventMapAnswer,
  mapColours: (field: string, signal?: AbortSignal) => get<MapColoursAnswer>(`map/colours?${query({ field })}`, signal),
  /** Returns the sentences of points of the map of a run. */
  points: (run: string, indices: readonly number[], signal?: AbortSignal) =>
    send<MapPointsAnswer>('POST', 'map/points', { run, indices }, signal)
}
