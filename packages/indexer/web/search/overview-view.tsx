import type { Theme } from '../../src/service/schemas.js'
import { addressOf, themeAddress } from '../data/address.js'
import { timeFieldOf } from '../data/time-field.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { counted, percent } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { FirstOf } from '../parts/first-of.js'
import { Failed, Shown } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'

/** Themes shown at first. */
const FIRST = 24

/** Overview of the collection, before any search. */
export function OverviewView() {
  const { collection, themes, childrenOf, leaves } = useCatalogue()
  const top = childrenOf(undefined).filter(({ hidden }) => !hidden)
  const grouped = top.some(({ kind }) => kind === 'group')
  const largest = leaves.at(0)?.share ?? 0
  return (
    <div class="overview">
      <h1 tabIndex={-1}>What this collection is about</h1>
      {collection.failure === undefined ? null : <Failed of={collection} what="Could not load the collection." />}
      <p class="lead">
        {collection.data === undefined ? (
          <span class="bone bone-1" />
        ) : (
          <>
            {counted(collection.data.sentences, 'sentence')} of {counted(collection.data.documents, 'document')}
            {themes.data === undefined ? (
              '.'
            ) : (
              <> in {counted(leaves.length, 'theme')}. Search by theme above, or begin with one of these.</>
            )}
          </>
        )}
      </p>
      {leaves.length > 0 ? <Changes /> : null}
      <Shown of={themes} what="There are no themes to show.">
        {() =>
          grouped ? (
            <div class="fields">
              {top.map((node) => (
                <Field key={node.id} node={node} largest={largest} />
              ))}
            </div>
          ) : (
            <>
              <FirstOf of={leaves} first={FIRST} what="themes">
                {(some) => (
                  <ul class="theme-grid">
                    {some.map((theme) => (
                      <Leaf key={theme.id} theme={theme} of={largest} />
                    ))}
                  </ul>
                )}
              </FirstOf>
            </>
          )
        }
      </Shown>
    </div>
  )
}

/** Themes of a group that are named on the overview. */
const NAMED = 6

function Field({ node, largest }: { readonly node: ThemeNode; readonly largest: number }) {
  const { childrenOf, colour } = useCatalogue()
  const below = childrenOf(node.id).filter(({ hidden }) => !hidden)
  return (
    <section class={`field-card ${colour(node.id)}`}>
      <h2>
        <a href={themeAddress(node.id)}>{node.label}</a>
        <span class="muted">{percent(node.share)}</span>
      </h2>
      {node.kind === 'theme' ? <p class="quote">{node.exemplars[0]?.text}</p> : null}
      <ul>
        {below.slice(0, NAMED).map(({ id, label, share }) => (
          <li key={id}>
            <a href={themeAddress(id)}>{label}</a>
            <Bar share={share} of={largest} colour={colour(id)} />
            <span class="muted">{percent(share)}</span>
          </li>
        ))}
      </ul>
      {below.length > NAMED ? (
        <a class="more" href={themeAddress(node.id)}>
          {below.length - NAMED} more
        </a>
      ) : null}
    </section>
  )
}

function Leaf({ theme, of }: { readonly theme: Theme; readonly of: number }) {
  const { colour } = useCatalogue()
  return (
    <li>
      <a class={`leaf ${colour(theme.id)}`} href={themeAddress(theme.id)}>
        <span class="leaf-name">{theme.label}</span>
        <span class="muted">{percent(theme.share)}</span>
        <Bar share={theme.share} of={of} colour={colour(theme.id)} />
        <span class="quote">{theme.exemplars[0]?.text}</span>
      </a>
    </li>
  )
}

/** The themes that rose and fell most, where the documents have dates. */
function Changes() {
  const { collection } = useCatalogue()
  const field = timeFieldOf(collection.data?.fields)
  const trends = useAnalytics('trends', field === undefined ? undefined : { field })
  if (field === undefined || trends.failure !== undefined) return null
  const most = (direction: string) =>
    (trends.data?.trends ?? [])
      .filter((trend) => trend.direction === direction && !trend.few)
      .sort((a, b) => Math.abs(b.slope) - Math.abs(a.slope))
      .slice(0, 4)
  return (
    <section class="changes" aria-label="What changed over time">
      {(['rising', 'falling'] as const).map((direction) => (
        <div key={direction}>
          <h2>{direction === 'rising' ? 'More over time' : 'Less over time'}</h2>
          <ul>
            {trends.data === undefined ? (
              <li class="waiting" aria-hidden="true">
                <span class="bone bone-1" />
              </li>
            ) : null}
            {most(direction).map(({ theme, label }) => (
              <li key={theme}>
                <ThemeLink id={theme} label={label} />
              </li>
            ))}
            {trends.data !== undefined && most(direction).length === 0 ? <li class="muted">none significant</li> : null}
          </ul>
        </div>
      ))}
      <a class="more" href={addressOf('/analytics/trends', { field })}>
        All changes, with their certainty
      </a>
    </section>
  )
}
