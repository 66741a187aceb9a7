/** Holds the option `name` to whole numbers from `least`. @throws Error that says what it is and what was expected. */
export function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`${name} is ${value}; expected a whole number of at least ${least}`)
  }
}

/** Holds what callers in JavaScript pass for `name` to a list of texts. @throws Error that says what it is instead. */
export function checkTexts(name: string, texts: unknown): void {
  if (!Array.isArray(texts)) throw new Error(`${name} is no list but ${typeof texts}; expected a list of texts`)
  const at = texts.findIndex((text) => typeof text !== 'string')
  if (at >= 0) throw new Error(`${name}[${at}] is ${String(texts[at])}; expected a text`)
}
