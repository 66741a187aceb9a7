import type { Encoder } from '@leitmotif/encoder'
import type { PairScorer } from '@leitmotif/pairs'
import type { z } from 'zod'
import type { Divide } from '../search/sentence-division.js'
import type { DuplicateJob } from './duplicate-job.js'
import type { HeavyLane } from './heavy-lane.js'
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
  /** Divides sentences into themes while others are answered. */
  readonly divide: Divide
  /** Answers heavy requests; without it they are answered in this thread. */
  readonly lane?: HeavyLane
  readonly version: string
}

/** Sections of the reference, in its order. */
export const TAGS = ['Search', 'Themes', 'Analytics', 'Documents', 'Map', 'Events', 'Service'] as const

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** An answer that is not the route's usual one. */
export class Reply {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly body: string | Uint8Array,
    readonly headers: Readonly<Record<string, string>> = {}
  ) {}
}

/** An answer as the reference describes it. */
interface DescribedAnswer {
  readonly description: string
  /** Its media type, or those that it may have. */
  readonly type: string | readonly string[]
  /** Of what is JSON. */
  readonly schema?: z.ZodType
}

interface RouteOf<P, Q, B, A> {
  readonly method: Method
  /** As Express writes it: `/api/themes/:id`. */
  readonly path: string
  readonly tag: (typeof TAGS)[number]
  readonly summary: string
  readonly description?: string
  readonly params?: P
  readonly query?: Q
  /** JSON that the request must have. */
  readonly body?: B
  /** Most bytes of that JSON. Default: MAX_BODY. */
  readonly maxBody?: number
  /** JSON answered with status 200; what is not in the schema does not go out. Absent: 204, or what `others` says. */
  readonly answer?: A
  /** Answers by status that are given as a Reply. */
  readonly others?: Readonly<Record<number, DescribedAnswer>>
  /** Statuses of problems that it may end in besides those of every route, and what they mean. */
  readonly problems?: Readonly<Record<number, string>>
  /** Whether it is answered without a token, and at once: it hardly touches the collection, if at all. */
  readonly open?: boolean
  /** Whether it reads much of the collection, and nothing else of the context: it may run in another thread. */
  readonly heavy?: boolean
  readonly handle: (
    context: ServiceContext,
    input: { readonly params: Parsed<P>; readonly query: Parsed<Q>; readonly body: Parsed<B> }
  ) => Promise<(A extends z.ZodType ? Frozen<z.input<A>> : undefined) | Reply>
}

/** Most bytes of a request's JSON, unless its route says otherwise. */
export const MAX_BODY = 1024 * 1024

/** Meaning of status 409. */
export const BUSY = 'Another process is writing to the collection.'

/** One endpoint: requests are checked, answers made and the reference written from this alone. */
export interface Route extends RouteOf<
  z.ZodObject | undefined,
  z.ZodObject | undefined,
  z.ZodType | undefined,
  z.ZodType | undefined
> {
  readonly handle: (context: ServiceContext, input: RouteInput) => Promise<unknown>
}

/** A route whose handler is given what its schemas make of a request. */
export function route<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends z.ZodType | undefined = undefined
>(spec: RouteOf<P, Q, B, A>): Route {
  return spec as unknown as Route
}
