/**
 * Caches answers that take long to compute, by question, as long as the collection's state is the same. Requests with
 * the same question wait for one computation. A failed one is not cached.
 */
export class AnswerCache {
  private state: string | undefined
  private answers = new Map<string, { readonly answer: Promise<unknown>; characters: number }>()

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
    }
    const { answers } = this
    const kept = answers.get(question)
    if (kept !== undefined) return kept.answer as Promise<T>
    const entry = { answer: work(), characters: 0 }
    answers.set(question, entry)
    // Not cached if it failed, or is too long for a string.
    entry.answer
      .then((answer) => {
        entry.characters = JSON.stringify(answer).length
        this.shorten(answers)
      })
      .catch(() => answers.delete(question))
    return entry.answer
  }

  private shorten(answers: Map<string, { readonly characters: number }>): void {
    let all = [...answers.values()].reduce((sum, { characters }) => sum + characters, 0)
    for (const [question, { characters }] of answers) {
      if (all <= this.most) return
      // Pending answers have no size yet.
      if (characters > 0) answers.delete(question)
      all -= characters
    }
  }
}
