/** The longest tag that is recognised, in UTF-16 code units. */
export const MAX_TAG = 1_000

const TAG_ENDS: Partial<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}', '{/': '*/}' }

/** Stands for each unit of a template tag; of Unicode's private use, so no word has it. */
export const MASK = '\uE000'

/**
 * The text with every Liquid, Jinja, Hugo, Handlebars and MDX tag masked unit by unit, lines kept. Done before parsing, since tags
 * stand in links' addresses and HTML's attributes too, and their quotes and spaces would break those.
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
  return pieces.join('') + text.slice(from)
}

/** The template tag at `start`; empty where there is none. A tag holds no empty line, and no backtick: it must not swallow code. */
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
