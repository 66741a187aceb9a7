import type { IngestAccount } from './ingest-account.js'

export interface IngestProgress {
  /** Bytes of the files whose documents are finished, of `sourceBytes`. */
  readonly bytes: number
  /** Documents read so far, including those that still wait to be encoded or written. */
  readonly read: number
  /** Sentences written so far. */
  readonly sentences: number
}

/** Watches the stages of a run, and reports how far it is. */
export class ProgressObserver {
  private bytes = 0
  /** Documents that are split but not written yet. */
  private waiting = 0

  constructor(
    private readonly account: Pick<IngestAccount, 'read' | 'sentences'>,
    /** Returns how many bytes have been read. */
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

  /** `end` is the position at which the batch was complete. */
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
