/** The name of an icon or emoji, as MkDocs and GitHub write it: `:material-anchor:`. */
const ICON = /(?<![\w:]):[a-z][a-z0-9]*(?:[-_+][a-z0-9]+)*:(?![\w:])/g
/** A tag of a template: `{{ … }}`, `{% … %}`, or a comment of MDX. */
const TAG = /\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{\/\*[^{}]*\*\/\}/g
/** An attribute list, or a closing tag of a component: `{#id}`, `{: .class}`, `{/examples}`. */
const LIST = /^\{(?::|[ \t]*[#.]|\/)[^{}]*\}$/

/**
 * A heading or title as a reader sees it, without the marks of generators of sites. Those of Markdown are read so already;
 * stated titles, and headings in lines of JSON, often still have them. One of nothing else stays as it is.
 */
export function headingText(heading: string): string {
  let text = heading.replace(TAG, '').replace(ICON, '').trim()
  for (let open = text.lastIndexOf('{'); open >= 0 && LIST.test(text.slice(open)); open = text.lastIndexOf('{'))
    text = text.slice(0, open).trimEnd()
  if (text === '' || text === heading) return heading
  return text.replace(/[ \t]{2,}/g, ' ')
}
