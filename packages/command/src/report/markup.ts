/** HTML that is safe to show. Only `html` creates it. */
export interface Markup {
  readonly html: string
}

type Part = Markup | string | number | readonly Part[]

/** Builds HTML in which strings and numbers are escaped as text; lists are concatenated. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: literals.map((literal, i) => (i === 0 ? literal : written(parts[i - 1]) + literal)).join('') }
}

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(written).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character])
}
