import { themeAddress } from '../data/address.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { percent } from '../data/figures.js'
import { Bar } from '../parts/bar.js'
import { ThemeTitle } from './theme-title.js'

/** The themes of a group, each with a typical sentence. */
export function GroupView({ group }: { readonly group: ThemeNode }) {
  const { childrenOf, colour } = useCatalogue()
  const children = childrenOf(group.id).filter(({ hidden }) => group.hidden || !hidden)
  const largest = Math.max(...children.map(({ share }) => share), 0)
  return (
    <div class="theme-view">
      <ThemeTitle node={group} />
      <h2>Themes in it</h2>
      <ul class="theme-grid">
        {children.map((child) => (
          <li key={child.id}>
            <a class={`leaf ${colour(child.id)}`} href={themeAddress(child.id)} data-stop>
              <span class="leaf-name">{child.label}</span>
              <span class="muted">{percent(child.share)}</span>
              <Bar share={child.share} of={largest} colour={colour(child.id)} />
              <span class="quote">
                {child.kind === 'theme'
                  ? child.exemplars[0]?.text
                  : childrenOf(child.id)
                      .map(({ label }) => label)
                      .join(' · ')}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
