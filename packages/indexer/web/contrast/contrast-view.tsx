import type { ContrastAnswer } from '../../src/service/schemas.js'
import type { Address } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'
import { counted, percent } from '../data/figures.js'
import { conditionInWords, filterOf, readConditions, whyNotApplied, type FieldCondition } from '../data/filter.js'
import { FilterBar } from '../filters/filter-bar.js'
import { useLoaded } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { Shown, Waiting } from '../parts/states.js'
import { Proposals } from './proposals.js'

/** Themes shown. */
const LISTED = 24

/** Words shown of each side. */
const WORDS = 24

/** Parts can be chosen by these, too. */
const OWN = ['theme', 'document'] as const

/** Comparison of two parts of the collection. */
export function ContrastView({ address }: { readonly address: Address }) {
  const { collection, label } = useCatalogue()
  const types = collection.data?.fields
  const [a, b] = [readConditions(address.query, 'a.'), readConditions(address.query, 'b.')]
  const ready = types !== undefined && (a.length > 0 || b.length > 0)
  const request = ready ? { a: filterOf(a, types), b: filterOf(b, types) } : undefined
  const contrast = useLoaded(request && `contrast ${JSON.stringify(request)}`, (signal) =>
    api.contrast(request!, signal)
  )
  const inWords = (conditions: readonly FieldCondition[]): string =>
    conditions
      .filter((condition) => types === undefined || whyNotApplied(condition, types) === undefined)
      .map((condition) => conditionInWords(condition, types ?? {}, label))
      .join(', ') || 'The whole collection'
  const names = { a: inWords(a), b: inWords(b) }
  return (
    <div class="contrast-view">
      <h1 tabIndex={-1}>Compare two parts</h1>
      <div class="two sides">
        {(['a', 'b'] as const).map((side) => (
          <section key={side} class={`side side-${side}`} aria-label={side === 'a' ? 'First part' : 'Second part'}>
            <h2>
              <span class="side-mark" aria-hidden="true">
                {side.toUpperCase()}
              </span>
              {names[side]}
            </h2>
            <FilterBar address={address} prefix={`${side}.`} own={OWN} />
          </section>
        ))}
      </div>
      {ready ? (
        <Shown of={contrast} what="Could not compare the two parts." waiting={<Waiting lines={8} />}>
          {(answer) => <Differences answer={answer} names={names} />}
        </Shown>
      ) : (
        <div class="state">
          <p>
            Choose what belongs to the first part, and to the second: a theme, a document, a value of a field, a span of
            time. A part without a filter is the whole collection.
          </p>
          {collection.data === undefined ? null : <Proposals address={address} described={collection.data} />}
        </div>
      )}
    </div>
  )
}

interface DifferencesProps {
  readonly answer: ContrastAnswer
  readonly names: { readonly a: string; readonly b: string }
}

function Differences({ answer, names }: DifferencesProps) {
  const { a, b, themes, words } = answer
  const shown = themes
    .filter(({ certain }) => certain)
    .slice(0, LISTED)
    .sort((x, y) => y.z - x.z)
  const most = Math.max(...shown.flatMap((theme) => [theme.a, theme.b]), 0.0001)
  return (
    <>
      <p class="note">
        {sizeOf(a)} compared with {sizeOf(b)}. Shown are the themes whose share differs by more than chance explains,
        from those of A to those of B.
      </p>
      {shown.length === 0 ? <p class="note strong">No theme differs significantly.</p> : null}
      <ul class="butterfly" aria-label="Themes that differ">
        {shown.map((theme, i) => (
          <li key={i}>
            <details>
              <summary data-stop>
                <span class="wing wing-a">
                  <span>{percent(theme.a)}</span>
                  <Bar share={theme.a} of={most} colour="side-a" />
                </span>
                <span class="butterfly-name">{theme.label}</span>
                <span class="wing wing-b">
                  <Bar share={theme.b} of={most} colour="side-b" />
                  <span>{percent(theme.b)}</span>
                </span>
              </summary>
              <ul class="quotes">
                {theme.exemplars.slice(0, 3).map(({ id, text }) => (
                  <li key={id}>{text}</li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      <div class="two">
        <Words title={`Words of ${names.a}`} words={words.filter(({ z }) => z > 0)} side="a" />
        <Words title={`Words of ${names.b}`} words={words.filter(({ z }) => z < 0)} side="b" />
      </div>
    </>
  )
}

function sizeOf({ sentences, drawnFrom }: ContrastAnswer['a']): string {
  const drawn = drawnFrom === undefined ? '' : ` sampled by document from ${counted(drawnFrom, 'sentence')}`
  return `${counted(sentences, 'sentence')}${drawn}`
}

interface WordsProps {
  readonly title: string
  readonly words: ContrastAnswer['words']
  readonly side: 'a' | 'b'
}

function Words({ title, words, side }: WordsProps) {
  const shown = words.slice(0, WORDS)
  return (
    <section class={`side-${side}`}>
      <h2>{title}</h2>
      {shown.length === 0 ? <p class="note">No significant changes.</p> : null}
      <ul class="terms">
        {shown.map(({ term, a, b }) => (
          <li key={term} title={`${a} times in A, ${b} times in B`}>
            {term}
          </li>
        ))}
      </ul>
    </section>
  )
}
