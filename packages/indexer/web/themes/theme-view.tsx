import type { Theme, ThemeAnswer } from '../../src/service/schemas/theme-schemas.js'
import type { TypicalAnswer } from '../../src/service/schemas/analytics-schemas.js'
import { countHere, documentAddress, keepCount, themeAddress } from '../data/address.js'
import { api } from '../data/api.js'
import { type ThemeNode, useCatalogue } from '../data/catalogue.js'
import { counted, countOf, percent } from '../data/figures.js'
import { useAnalytics, useLoaded } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { CardsWaiting, SentenceCard } from '../parts/sentence-card.js'
import { Shown, Waiting } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import { ThemeCharts } from './theme-charts.js'
import { ThemePassages } from './theme-passages.js'
import { ThemeTitle } from './theme-title.js'

const STEP = 20
const MOST = 1000

/** The page of a theme or group. */
export function ThemeView({ id }: { readonly id: string }) {
  const { find, themes } = useCatalogue()
  const node = find(id)
  const boilerplate = themes.data?.boilerplate
  if (boilerplate?.id === id) return <Boilerplate theme={boilerplate} />
  if (node !== undefined) return node.kind === 'group' ? <GroupView group={node} /> : <OneTheme node={node} />
  return (
    <>
      <h1 tabIndex={-1}>Theme</h1>
      <Shown of={themes} what="Could not load this theme.">
        {() => (
          <p class="note">
            No theme of the current run has the id <code>{id}</code>. It may have gone when the themes were built again.{' '}
            <a href="/themes">Show all themes</a>
          </p>
        )}
      </Shown>
    </>
  )
}

/** A theme: passages, sentences, documents, charts and related themes. */
function OneTheme({ node }: { readonly node: ThemeNode }) {
  const { id, sentences } = node
  const count = countHere('sentences', STEP)
  const theme = useLoaded(`theme ${id} ${count}`, (signal) => api.theme(id, count, signal))
  const typical = useAnalytics('typical', { theme: id })
  return (
    <div class="theme-view">
      <ThemeTitle node={node} />
      <div class="columns">
        <div class="main-column">
          <ThemePassages typical={typical} />
          <section aria-labelledby="sentences-title">
            <h2 id="sentences-title">Sentences, most typical first</h2>
            <Shown of={theme} what="Could not load the sentences." waiting={<CardsWaiting />}>
              {({ nearest }) => (
                <>
                  <div class="cards">
                    {nearest.map((record) => (
                      <SentenceCard key={record.id} record={record} showTheme={false} />
                    ))}
                  </div>
                  {nearest.length >= count && count < MOST ? <MoreButton count={count} sentences={sentences} /> : null}
                </>
              )}
            </Shown>
          </section>
        </div>
        <aside class="side-column">
          {/* Slower requests wait until the sentences have loaded. */}
          {theme.data === undefined ? (
            <Waiting lines={8} />
          ) : (
            <>
              <ThemeCharts id={id} />
              <Documents theme={theme.data} />
              <Typical typical={typical.data} />
              <RelatedThemes id={id} />
            </>
          )}
        </aside>
      </div>
    </div>
  )
}

/** What many documents repeat, and where. */
function Boilerplate({ theme }: { readonly theme: Theme }) {
  const { id, sentences, documents, share } = theme
  const count = countHere('sentences', STEP)
  const shown = useLoaded(`theme ${id} ${count}`, (signal) => api.theme(id, count, signal))
  return (
    <div class="theme-view">
      <h1 tabIndex={-1}>Boilerplate</h1>
      <p class="lead">
        {counted(sentences, 'sentence')} in {counted(documents, 'document')} ({percent(share)} of all) repeat the same
        words in five documents or more, or are only addresses. They belong to no theme.
      </p>
      <Shown of={shown} what="Could not load the sentences." waiting={<CardsWaiting />}>
        {(loaded) => (
          <div class="columns">
            <section class="main-column" aria-labelledby="sentences-title">
              <h2 id="sentences-title">Most repeated sentences</h2>
              <div class="cards">
                {loaded.nearest.map((record) => (
                  <SentenceCard key={record.id} record={record} showTheme={false} />
                ))}
              </div>
              {loaded.nearest.length >= count && count < MOST ? (
                <MoreButton count={count} sentences={sentences} />
              ) : null}
            </section>
            <aside class="side-column">
              <Documents theme={loaded} />
            </aside>
          </div>
        )}
      </Shown>
    </div>
  )
}

function MoreButton({ count, sentences }: { readonly count: number; readonly sentences: number }) {
  return (
    <button
      type="button"
      class="button wide"
      onClick={() => {
        keepCount('sentences', Math.min(MOST, count * 2))
      }}
    >
      Show more of {counted(sentences, 'sentence')}
    </button>
  )
}

/** Documents listed beside a theme. */
const LISTED = 8

function Documents({ theme }: { readonly theme: ThemeAnswer }) {
  const { colour } = useCatalogue()
  const most = theme.in[0]?.sentences ?? 0
  if (most === 0) return null
  return (
    <section>
      <h2>Documents with most sentences</h2>
      <ul class="rows">
        {theme.in.slice(0, LISTED).map(({ document, title, sentences }) => (
          <li key={document}>
            <a href={documentAddress(document)}>{title}</a>
            <Bar share={sentences} of={most} colour={colour(theme.id)} />
            <span class="muted">{countOf(sentences)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Typical({ typical }: { readonly typical: TypicalAnswer | undefined }) {
  if ((typical?.documents.length ?? 0) === 0) return null
  return (
    <section>
      <h2>Most typical documents</h2>
      <ol class="plain">
        {typical?.documents.slice(0, 5).map(({ document, title }) => (
          <li key={document}>
            <a href={documentAddress(document)}>{title}</a>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The themes that share documents with it more often than by chance. */
function RelatedThemes({ id }: { readonly id: string }) {
  const together = useAnalytics('together', {})
  const pairs = (together.data?.pairs ?? [])
    .filter(({ a, b, lift, few }) => (a.id === id || b.id === id) && lift > 1 && !few)
    .slice(0, 6)
  if (pairs.length === 0) return null
  return (
    <section>
      <h2>Occurs together with</h2>
      <ul class="plain">
        {pairs.map(({ a, b, lift }) => {
          const other = a.id === id ? b : a
          return (
            <li key={other.id}>
              <ThemeLink id={other.id} label={other.label} />
              <span class="muted">{lift.toFixed(1)} × as often as expected</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The themes of a group, each with a typical sentence. */
function GroupView({ group }: { readonly group: ThemeNode }) {
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
