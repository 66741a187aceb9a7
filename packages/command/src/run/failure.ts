/**
 * An error that the user can fix: a missing path, a wrong option, a changed file. The message says what happened, what
 * was expected and what to do next. The program prints it without a stack trace and exits with status 2.
 */
export class Failure extends Error {
  override name = 'Failure'
}
