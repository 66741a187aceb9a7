import { useRef } from 'preact/hooks'
import { listedOf } from '../../src/analytics/contrast-order.js'
import type { ContrastAnswer } from '../../src/service/schemas/search-schemas.js'
import type { Address } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'
import { counted, countOf, percent, timesText } from '../data/figures.js'
import { conditionInWords, filterOf, readConditions, whyNotApplied, type FieldCondition } from '../data/filter.js'
import { FilterBar } from '../filters/filter-bar.js'
import { useLoaded } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { SavePicture } from '../parts/save-picture.js'
import { Shown, Waiting } from '../parts/states.js'
import { Proposals } from './proposals.js'

/** Number of words shown of each side. */
const WORDS = 24

/** Parts can also be chosen by these. */
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
  const chart = useRef<HTMLUListElement>(null)
  const sure = themes.filter(({ certain }) => certain)
  const shown = (['a', 'b'] as const).flatMap((part) => listedOf(themes, part))
  const most = Math.max(...shown.flatMap((theme) => [theme.a.share, theme.b.share]), 0.0001)
  return (
    <>
      <p class="note">
        {sizeOf(a)} compared with {sizeOf(b)}. All sentences of both parts are counted; documents, not sentences, decide
        what may be chance.
      </p>
      {themes.length === 0 ? (
        <p class="note strong">No themes were built for this collection, so only words are compared.</p>
      ) : (
        <p class="note strong">
          {sure.length > 0
            ? `${sure.length} of ${counted(themes.length, 'theme')} ${sure.length === 1 ? 'differs' : 'differ'} by more than chance explains. Themes that A has more of come first, then those of B, the surest first.`
            : `No theme differs by more than chance explains. These are the largest differences: each may be chance.`}
        </p>
      )}
      {shown.length === 0 ? null : (
        <div class="exports" role="group" aria-label="Save as a file">
          <span class="muted">Save as</span>
          <SavePicture of={() => chart.current} title={`${names.a} compared with ${names.b}`} />
        </div>
      )}
      <ul ref={chart} class="butterfly" aria-label="Themes that differ">
        {shown.map((theme) => (
          <li key={theme.theme}>
            <details>
              <summary data-stop>
                <span class="wing wing-a">
                  <span>{percent(theme.a.share)}</span>
                  <Bar share={theme.a.share} of={most} colour="side-a" />
                </span>
                <span class="butterfly-name">
                  {theme.label}
                  <span class="muted">
                    {' '}
                    {timesIn(theme)}, {counted(theme.documents, 'document')}
                    {theme.certain ? '' : '; perhaps by chance'}
                  </span>
                </span>
                <span class="wing wing-b">
                  <Bar share={theme.b.share} of={most} colour="side-b" />
                  <span>{percent(theme.b.share)}</span>
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
        <Words title={`Words of ${names.a}`} words={words.filter(({ larger }) => larger === 'a')} side="a" />
        <Words title={`Words of ${names.b}`} words={words.filter(({ larger }) => larger === 'b')} side="b" />
      </div>
    </>
  )
}

/** Returns the difference in words: `2.6 times (1.4 to 4.8) as often in A`. */
function timesIn(of: Omit<ContrastAnswer['words'][number], 'term'>): string {
  const times = timesText(of)
  return `${times === undefined ? 'only' : `${times} as often`} in ${of.larger.toUpperCase()}`
}

function sizeOf({ sentences, documents }: ContrastAnswer['a']): string {
  return `${counted(sentences, 'sentence')} of ${counted(documents, 'document')}`
}

interface WordsProps {
  readonly title: string
  readonly words: ContrastAnswer['words']
  readonly side: 'a' | 'b'
}

function Words({ title, words, side }: WordsProps) {
  const sure = words.filter(({ certain }) => certain).slice(0, WORDS)
  const shown = [...sure, ...words.filter(({ certain }) => !certain)]
  return (
    <section class={`side-${side}`}>
      <h2>{title}</h2>
      {shown.length === 0 ? <p class="note">No word is in enough documents to compare.</p> : null}
      {shown.length > 0 && sure.length === 0 ? (
        <p class="note">No word differs by more than chance explains. The largest differences:</p>
      ) : null}
      {shown.length === 0 ? null : (
        <table class="words">
          <thead>
            <tr>
              <th scope="col">Word or phrase</th>
              <th scope="col">As often as in {side === 'a' ? 'B' : 'A'}</th>
              <th scope="col">Documents</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((word) => (
              <tr key={word.term} title={`${word.a.count} times in A, ${word.b.count} times in B`}>
                <th scope="row">{word.term}</th>
                <td>
                  {timesText(word) ?? `only in ${side.toUpperCase()}`}
                  {word.certain || sure.length === 0 ? '' : '; perhaps by chance'}
                </td>
                <td>{countOf(word.documents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
