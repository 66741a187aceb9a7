/** Whether this is Node, with its files and worker threads, or an editor that has them. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && 'getBuiltinModule' in process
}

/**
 * Gives a page, an editor or a server its turn, between two pieces of long work. By a message, not a timer: browsers let
 * the timers of a tab that is not seen go off once a second.
 */
export function yieldToHost(): Promise<void> {
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close() // and port2 with it
      resume()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

/** Longest that work goes on at a stretch, in milliseconds: requests that come meanwhile wait no longer. */
const STRETCH = 20

/** Lets other work of the process have its turn, where this one has gone on for STRETCH since it last did. */
export function createYielder(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH) return
    await yieldToHost()
    since = performance.now()
  }
}
