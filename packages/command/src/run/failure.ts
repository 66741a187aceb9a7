/**
 * An error that the user can fix: a missing path, a wrong option, a changed file. The message says what happened, what
 * was expected and what to do next. The program prints it without a stack trace and exits with status 2.
 */
export class Failure extends Error {
  override name = 'Failure'
}

/** A failure of one file or folder. Its message is `PATH: REASON`. */
export class FileFailure extends Failure {
  constructor(
    path: string,
    /** The message without the path, for callers that name the file differently. */
    readonly reason: string
  ) {
    super(`${path}: ${reason}`)
  }
}
