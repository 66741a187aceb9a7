import { Failure } from '@leitmotif/command'

/** Type of a TLS error. A retry does not help, the user must fix it. */
export const TLS = 'tls'

/** An Elasticsearch error, worded for the user, without credentials or request bodies. */
export class ElasticsearchFailure extends Failure {
  constructor(
    message: string,
    /** HTTP status; undefined if no answer arrived. */
    readonly status: number | undefined,
    /** Elasticsearch's name for the error, such as `index_not_found_exception`. */
    readonly type: string | undefined
  ) {
    super(message)
  }

  /** Whether a retry may succeed: the server is overloaded, faulty, restarting or out of reach. */
  get passing(): boolean {
    if (this.status === undefined) return this.type !== TLS
    return [429, 500, 502, 503, 504].includes(this.status)
  }
}
