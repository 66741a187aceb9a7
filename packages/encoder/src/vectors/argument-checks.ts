/**
 * Checks that the option `name` is a whole number of at least `least`.
 * @throws Error that names the value and the expected range.
 */
export function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`${name} is ${value}; expected a whole number of at least ${least}`)
  }
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
