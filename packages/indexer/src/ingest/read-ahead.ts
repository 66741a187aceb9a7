/** The same items in order, the next being made while one is in use; an error comes in its item's place. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const made = await next
      if (made.done === true) return
      next = iterator.next()
      next.catch(() => undefined) // thrown above, when its turn comes
      yield made.value
    }
  } finally {
    // A consumer that stops early leaves nothing running.
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}
