/**
 * Checks that the option `name` is a whole number of at least `least`, and at most `most`.
 * @throws Error that names the value and the expected range.
 */
export function checkWhole(name: string, value: number, least: number, most = Infinity): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
    throw new Error(`${name} is ${value}; expected a whole number ${range}`)
  }
}

/**
 * Checks that the option `name` is one of `choices`, since callers in JavaScript may pass anything.
 * @throws Error that names the value and the choices.
 */
export function checkChoice(name: string, value: unknown, choices: readonly string[]): void {
  if (!(choices as readonly unknown[]).includes(value))
    throw new Error(`${name} is '${String(value)}'; expected ${choices.join(' or ')}`)
}

/**
 * Checks that the list `name`, if given, has an item for each of `count` sentences.
 * @throws Error that names both numbers.
 */
export function checkEach(name: string, list: ArrayLike<unknown> | undefined, count: number): void {
  if (list !== undefined && list.length !== count)
    throw new Error(`${name} has ${list.length} items for ${count} sentences; expected one for each sentence`)
}

/**
 * Checks that `texts` is an array of strings, since callers in JavaScript may pass anything.
 * @throws Error that names the value found.
 */
export function checkTexts(name: string, texts: unknown): void {
  if (!Array.isArray(texts)) throw new Error(`${name} is of type ${typeof texts}; expected an array of strings`)
  const at = texts.findIndex((text) => typeof text !== 'string')
  if (at >= 0) throw new Error(`${name}[${at}] is ${String(texts[at])}; expected a string`)
}
