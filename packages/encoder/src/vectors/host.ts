/** Returns whether this host is Node.js, or an editor with Node's files and threads. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && 'getBuiltinModule' in process
}

/**
 * Lets a page, an editor or a server handle events between two pieces of long work. Uses a message because browsers
 * delay the timers of hidden tabs to one per second.
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

/** Maximum time of uninterrupted work, in milliseconds, and so the longest wait of a request. */
const STRETCH = 20

/** Returns a function that yields to the host if STRETCH milliseconds have passed since it last did. */
export function createYielder(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH) return
    await yieldToHost()
    since = performance.now()
  }
}
