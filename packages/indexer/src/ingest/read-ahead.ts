/**
 * Yields the same items in order, and requests the next one while the current one is in use. An error is thrown when
 * its item is due.
 */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const made = await next
      if (made.done === true) return
      next = iterator.next()
      next.catch(() => undefined) // the error is thrown above when this item is due
      yield made.value
    }
  } finally {
    // If the consumer stops early, waits for the pending item.
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}
