import { spanName } from '../../src/analytics/time-words.js'
import { changeNotes, orderChanges } from '../../src/analytics/trend-order.js'
import type { Theme } from '../../src/service/schemas/theme-schemas.js'
import { addressOf, themeAddress } from '../data/address.js'
import { timeFieldOf } from '../data/time-field.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { counted, percent, timeOf } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { FirstOf } from '../parts/first-of.js'
import { Failed, Shown } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'

/** Number of themes shown at first. */
const FIRST = 24

/** Overview of the collection, before any search. */
export function OverviewView() {
  const { collection, themes, childrenOf, leaves } = useCatalogue()
  const top = childrenOf(undefined).filter(({ hidden }) => !hidden)
  const grouped = top.some(({ kind }) => kind === 'group')
  const largest = leaves.at(0)?.share ?? 0
  // All bars of the cards have one scale. A group inside a group may be larger than any theme.
  const drawn = top.flatMap(({ id }) => shownBelow(childrenOf(id)).map(({ share }) => share))
  const scale = Math.max(0, ...drawn)
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
                <Field key={node.id} node={node} scale={scale} />
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

/** Number of themes named of each group. */
const NAMED = 6

/** Returns the nodes directly below a group that are shown. */
function shownBelow(nodes: readonly ThemeNode[]): ThemeNode[] {
  return nodes.filter(({ hidden }) => !hidden).slice(0, NAMED)
}

function Field({ node, scale }: { readonly node: ThemeNode; readonly scale: number }) {
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
        {shownBelow(below).map(({ id, label, share }) => (
          <li key={id}>
            <a href={themeAddress(id)}>{label}</a>
            <Bar share={share} of={scale} colour={colour(id)} />
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

/** Number of changes shown in each direction. */
const CHANGES = 4

/** The themes that rose and fell most, if the documents have dates. */
function Changes() {
  const { collection } = useCatalogue()
  const field = timeFieldOf(collection.data?.fields)
  const trends = useAnalytics('trends', field === undefined ? undefined : { field })
  if (field === undefined || trends.failure !== undefined) return null
  const { rising, falling, unsure } = orderChanges(trends.data?.trends ?? [])
  const times = { interval: trends.data?.interval, step: trends.data?.step }
  const name = (key: string): string => timeOf(key, times)
  const [first, last] = [trends.data?.first, trends.data?.last].map((span) =>
    span === undefined ? '' : spanName(span, name)
  )
  const lists =
    unsure.length > 0
      ? [['Largest changes, perhaps by chance', unsure] as const]
      : [['More over time', rising] as const, ['Less over time', falling] as const]
  return (
    <section class="changes" aria-label="What changed over time">
      {lists.map(([heading, changes]) => (
        <div key={heading}>
          <h2>{heading}</h2>
          <ul>
            {trends.data === undefined ? (
              <li class="waiting" aria-hidden="true">
                <span class="bone bone-1" />
              </li>
            ) : null}
            {changes.slice(0, CHANGES).map((change) => (
              <li key={change.theme}>
                <ThemeLink id={change.theme} label={change.label} />{' '}
                <span class="muted">
                  <span class="whole">{`${percent(change.first)} → ${percent(change.last)}`}</span>
                  {changeNotes(change, percent, name).map((note) => `; ${note}`)}
                </span>
              </li>
            ))}
            {trends.data !== undefined && changes.length === 0 ? (
              <li class="muted">No theme, by more than chance explains</li>
            ) : null}
          </ul>
        </div>
      ))}
      {trends.data === undefined ? null : (
        <p class="note">
          Shares of the sentences of {first}, and of those of {last}.
        </p>
      )}
      <a class="more" href={addressOf('/analytics/trends', { field })}>
        All changes, with their certainty
      </a>
    </section>
  )
}
