/**
 * Something the person at the terminal can mend: a missing path, a wrong option, an altered file. The message says what
 * was got, what was expected and what to do; it is printed without a stack, and the exit status is 2.
 */
export class Failure extends Error {
  override name = 'Failure'
}
