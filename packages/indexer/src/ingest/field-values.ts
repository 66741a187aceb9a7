import { MAX_KEYWORD_LENGTH, VALUE_SEPARATOR } from '../store/fields.js'

/** Whether a text can be the value of a keyword. */
export function isKeywordText(text: string): boolean {
  return text.length <= MAX_KEYWORD_LENGTH && !text.includes(VALUE_SEPARATOR)
}

/**
 * Returns the texts, numbers and booleans of a list as distinct values of a keyword: one text for a single value,
 * undefined for none. `whole` is whether the list had nothing else.
 */
export function listOf(list: readonly unknown[]): { values: string | string[] | undefined; whole: boolean } {
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).trim()
      : undefined
  const texts = list.flatMap((value) => {
    const text = textOf(value) ?? ''
    return text !== '' && isKeywordText(text) ? [text] : []
  })
  const values = [...new Set(texts)]
  const whole = list.every((value) => value === null || value === '' || texts.includes(textOf(value) ?? ''))
  return { values: values.length > 1 ? values : values.at(0), whole }
}

/** Whether a text is a number as it is written plainly: no code with zeros before it, such as 01234. */
export function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text)
}
