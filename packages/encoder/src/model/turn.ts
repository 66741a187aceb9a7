/** Gives a page, an editor or a server its turn, between two pieces of long work. */
export function turn(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}
