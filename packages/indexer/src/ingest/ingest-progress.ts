import type { IngestAccount } from './ingest-account.js'

export interface IngestProgress {
  /** Bytes of the files whose documents are finished; `surveyFiles` has the total. */
  readonly bytes: number
  /** Number of documents read, including those waiting to be encoded or written. */
  readonly read: number
  /** Number of sentences written. */
  readonly sentences: number
}

/** Observes the stages of a run and reports its progress. */
export class ProgressObserver {
  private bytes = 0
  /** Number of documents that are split but not yet written. */
  private waiting = 0

  constructor(
    private readonly account: Pick<IngestAccount, 'read' | 'sentences'>,
    /** Returns the number of bytes read. */
    readonly position: () => number,
    private readonly onProgress: ((progress: IngestProgress) => void) | undefined
  ) {}

  itemRead(): void {
    if (this.waiting === 0) this.bytes = this.position()
    this.report()
  }

  documentSplit(): void {
    this.waiting++
  }

  /** Records that a batch was written. `end` is the position at which it was complete. */
  batchWritten(documents: number, end: number): void {
    this.waiting -= documents
    this.bytes = end
    this.report()
  }

  finished(): void {
    this.bytes = this.position()
    this.report()
  }

  private report(): void {
    const { read, sentences } = this.account
    this.onProgress?.({ bytes: this.bytes, read, sentences })
  }
}
