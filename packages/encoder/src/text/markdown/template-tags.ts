/** The longest recognised tag, in UTF-16 code units. */
export const MAX_TAG = 1_000

const TAG_ENDS: Partial<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}', '{/': '*/}' }

/** Replaces each unit of a template tag; from Unicode's private use area, so that no word contains it. */
export const MASK = '\uE000'

/**
 * Masks every Liquid, Jinja, Hugo, Handlebars and MDX tag unit by unit and keeps the lines. Runs before parsing,
 * because tags also occur in link addresses and HTML attributes, where their quotes and spaces would break the markup.
 */
export function maskTemplates(text: string): string {
  const pieces: string[] = []
  let from = 0
  let start = text.indexOf('{')
  while (start >= 0) {
    const tag = templateTag(text, start)
    if (tag !== '') {
      pieces.push(text.slice(from, start), tag.replace(/[^\r\n]/g, MASK))
      from = start + tag.length
    }
    start = text.indexOf('{', start + Math.max(tag.length, 1))
  }
  return maskComments(pieces.join('') + text.slice(from))
}

/** Masks Obsidian's comments of several lines, from a line `%%` to one that ends so; fences before them stay closed or open. */
function maskComments(text: string): string {
  if (!text.includes('%%')) return text
  return text.replace(COMMENT, (comment) => comment.replace(/[^\r\n]/g, MASK))
}

const COMMENT = /^%%[ \t]*(?:\r\n|\r|\n)(?:(?!.*%%[ \t]*$)(?!```|~~~).*(?:\r\n|\r|\n)){0,200}.*%%[ \t]*$/gm

/**
 * Returns the template tag at `start`, or ''. A tag contains no empty line and no backtick, so that it cannot swallow
 * code.
 */
function templateTag(text: string, start: number): string {
  const close = TAG_ENDS[text.slice(start, start + 2)]
  if (close === undefined) return ''
  const tag = text.slice(start, start + MAX_TAG)
  const end = tag.indexOf(close, 2)
  if (end < 0) return ''
  let length = end + close.length
  while (close === '}}' && tag[length] === '}') length++
  return /`|\n[ \t]*\r?\n|\r[ \t]*\r/.test(tag.slice(0, length)) ? '' : tag.slice(0, length)
}
