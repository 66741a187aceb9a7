/** Whether this is Node, with its files and worker threads, or an editor that has them. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && 'getBuiltinModule' in process
}

/** Gives a page, an editor or a server its turn, between two pieces of long work. */
export function turn(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}
