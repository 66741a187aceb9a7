import { Failure } from '@leitmotif/command'

/** The type of an error where TLS is in the way, which stays so until somebody mends it. */
export const TLS = 'tls'

/** An Elasticsearch error in words for the user, without credentials or request bodies. */
export class ElasticsearchFailure extends Failure {
  constructor(
    message: string,
    /** The status of HTTP; undefined where no answer came. */
    readonly status: number | undefined,
    /** Elasticsearch's name for the error, such as `index_not_found_exception`. */
    readonly type: string | undefined
  ) {
    super(message)
  }

  /** Whether the same may succeed later: the server is overloaded, faulty, restarting or out of reach. */
  get passing(): boolean {
    if (this.status === undefined) return this.type !== TLS
    return [429, 500, 502, 503, 504].includes(this.status)
  }
}
