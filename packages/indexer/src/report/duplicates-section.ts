import { html, type Markup } from '@leitmotif/command'
import type { Duplicates } from '../duplicates/duplicates.js'
import { figuresOf, KIND_NAMES, summaryOf } from '../cli/text/duplicates-text.js'
import { section } from './layout.js'

/** Sentences that say the same, group by group. */
export function duplicatesSection(duplicates: Duplicates): Markup {
  const { found, scorer } = duplicates
  return section(
    'duplicates',
    'Said more than once',
    summaryOf(duplicates),
    html`${found.map(
      (group) =>
        html`<h3>${KIND_NAMES[group.kind]}</h3>
          <p>${figuresOf(group, scorer)}</p>
          ${group.members.map(
            ({ text, title, path }) =>
              html`<blockquote>
                ${text}
                <footer>${[title, ...path].join(' › ')}</footer>
              </blockquote>`
          )}`
    )}`
  )
}
