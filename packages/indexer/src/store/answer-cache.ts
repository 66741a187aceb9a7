/**
 * Caches answers that take long to compute, by question, as long as the collection's state is the same. Requests with
 * the same question wait for one computation. A failed one is not cached.
 */
export class AnswerCache {
  private state: string | undefined
  private answers = new Map<string, { readonly answer: Promise<unknown>; characters: number }>()
  /** The total size of the answers. */
  private characters = 0

  /** `most` is the maximum total size of the answers, in characters of JSON; the oldest are dropped first. */
  constructor(private readonly most: number) {}

  /**
   * Returns the answer to `question` in `state`. Read `state` before `work` starts; without a state, nothing is cached.
   */
  give<T>(state: string | undefined, question: string, work: () => Promise<T>): Promise<T> {
    if (state === undefined) return work()
    if (state !== this.state) {
      this.state = state
      this.answers = new Map()
      this.characters = 0
    }
    const { answers } = this
    const kept = answers.get(question)
    if (kept !== undefined) return kept.answer as Promise<T>
    const entry = { answer: work(), characters: 0 }
    answers.set(question, entry)
    // Not cached if it failed, or is too long for a string.
    entry.answer
      .then((answer) => {
        const { length } = JSON.stringify(answer)
        if (answers !== this.answers) return
        entry.characters = length
        this.characters += length
        this.shorten()
      })
      .catch(() => answers.delete(question))
    return entry.answer
  }

  private shorten(): void {
    for (const [question, { characters }] of this.answers) {
      if (this.characters <= this.most) return
      // Pending answers have no size yet.
      if (characters > 0) this.answers.delete(question)
      this.characters -= characters
    }
  }
}
