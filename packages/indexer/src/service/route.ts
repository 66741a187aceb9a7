import type { Encoder } from '@leitmotif/encoder'
import type { PairScorer } from '@leitmotif/pairs'
import type { z } from 'zod'
import type { Divide } from '../search/sentence-division.js'
import type { DuplicateJob } from './duplicate-job.js'
import type { EventJob } from './event-job.js'
import type { MapJob } from './map-job.js'
import type { SharedCollection } from './shared-collection.js'

/** What the schemas of a route make of a request. */
export interface RouteInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Dependencies of the handlers. */
export interface ServiceContext {
  readonly collection: SharedCollection
  readonly encoder: Encoder
  /** Scores paraphrases; undefined without a pair scorer. */
  readonly scorer?: PairScorer | undefined
  readonly map: MapJob
  readonly events: EventJob
  readonly duplicates: DuplicateJob
  /** Divides sentences into themes without blocking other requests. */
  readonly divide: Divide
  /** Answers heavy requests; without it they are answered in this thread. */
  readonly lane?: HeavyLane
  readonly version: string
}

/** Answers a request of a heavy route, with what `RouteOf.handle` returns. */
export interface HeavyLane {
  readonly answer: (route: Route, context: ServiceContext, input: RouteInput) => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** Sections of the reference, in its order. */
export const TAGS = ['Search', 'Themes', 'Analytics', 'Documents', 'Map', 'Events', 'Embeddings', 'Service'] as const

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** An answer other than the route's usual one. */
export class Reply {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly body: string | Uint8Array,
    readonly headers: Readonly<Record<string, string>> = {}
  ) {}
}

/** Description of an answer for the reference. */
interface DescribedAnswer {
  readonly description: string
  /** Its media type, or the possible ones. */
  readonly type: string | readonly string[]
  /** Schema of a JSON answer. */
  readonly schema?: z.ZodType
}

interface RouteOf<P, Q, B, A> {
  readonly method: Method
  /** In Express notation: `/api/themes/:id`. */
  readonly path: string
  readonly tag: (typeof TAGS)[number]
  readonly summary: string
  readonly description?: string
  readonly params?: P
  readonly query?: Q
  /** Schema of the JSON that the request must have. */
  readonly body?: B
  /** Maximum size of that JSON in bytes. Default: MAX_BODY. */
  readonly maxBody?: number
  /**
   * Schema of the JSON answer with status 200. Members that are not in it are not sent. Absent: status 204, or see
   * `others`.
   */
  readonly answer?: A
  /** Answers, by status, that the handler returns as a Reply. */
  readonly others?: Readonly<Record<number, DescribedAnswer>>
  /** Further error statuses of this route, with their meaning. */
  readonly problems?: Readonly<Record<number, string>>
  /** Whether it needs no token and skips the queue, because it hardly uses the collection. */
  readonly open?: boolean
  /** Whether it reads much of the collection, and nothing else of the context: it may run in another thread. */
  readonly heavy?: boolean
  /** Whether it waits for sentences to be divided into themes, which another thread does, one request after another. */
  readonly divides?: boolean
  readonly handle: (
    context: ServiceContext,
    input: { readonly params: Parsed<P>; readonly query: Parsed<Q>; readonly body: Parsed<B> }
  ) => Promise<(A extends z.ZodType ? Frozen<z.input<A>> : undefined) | Reply>
}

/** Maximum size of a request's JSON in bytes, unless its route sets another. */
export const MAX_BODY = 1024 * 1024

/** Meaning of status 409. */
export const BUSY = 'Another process is writing to the collection.'

/** One endpoint. Validation, answers and the reference are all derived from it. */
export interface Route extends RouteOf<
  z.ZodObject | undefined,
  z.ZodObject | undefined,
  z.ZodType | undefined,
  z.ZodType | undefined
> {
  readonly handle: (context: ServiceContext, input: RouteInput) => Promise<unknown>
}

/** Returns a route. The types of the handler's input follow from the schemas. */
export function route<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends z.ZodType | undefined = undefined
>(spec: RouteOf<P, Q, B, A>): Route {
  return spec as unknown as Route
}
