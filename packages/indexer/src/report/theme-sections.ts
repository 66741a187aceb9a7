import { counted, html, type Markup } from '@leitmotif/command'
import type { CollectionComparison, ComparedSide } from '../analytics/collection-comparison.js'
import { perTime, spanName } from '../analytics/time-words.js'
import { changeNotes, orderChanges } from '../analytics/trend-order.js'
import type { Outliers } from '../analytics/outliers.js'
import { timeName } from '../analytics/timeline.js'
import type { Cooccurrence } from '../analytics/theme-cooccurrence.js'
import type { Trend, Trends } from '../analytics/trends.js'
import type { DocumentLikeness, Passage, Typical } from '../analytics/typical.js'
import { changeOf, formatCount, oddsRatio, percent } from '../terminal/numbers.js'
import { foundBar } from './charts.js'
import { changeTable, section, table, type Change } from './report-layout.js'
import type { Duplicates } from '../duplicates/duplicates.js'
import { figuresOf, KIND_NAMES, summaryOf } from '../terminal/duplicates-text.js'

/** Shows the themes that rise, and those that fall. */
export function trendsSection({ field, first, last, trends, ...scale }: Trends): Markup {
  const name = (key: string): string => timeName(key, scale)
  const [before, after] = [first, last].map((span) => (span === undefined ? '' : spanName(span, name)))
  const titles = { first: before, last: after, odds: `Odds ${perTime(scale)}` }
  const changes = (of: readonly Trend[]): Markup =>
    changeTable(
      titles,
      of.map((trend) => ({ ...trend, notes: changeNotes(trend, percent, name) })),
      changeOf
    )
  const { rising, falling, unsure, level } = orderChanges(trends)
  return section(
    'trends',
    'Rise and fall',
    (first === undefined
      ? ''
      : `Each theme’s share of the sentences of ${before}, and of those of ${after}, by ${field}. The odds are those of a sentence being of it. `) +
      `${counted(level, 'theme')} without a change beyond chance.`,
    unsure.length > 0
      ? html`<h3>The largest changes, each of which may be chance</h3>
          ${changes(unsure)}`
      : html`<h3>Rising</h3>
          ${changes(rising)}
          <h3>Falling</h3>
          ${changes(falling)}`
  )
}

/** Maximum number of pairs with the same theme. Otherwise a dozen themes on one subject would fill the list. */
const MOST_PAIRS = 2

/** Shows pairs of themes that share documents. */
export function togetherSection({ documents, pairs }: Cooccurrence): Markup {
  const shown = new Map<string, number>()
  const certain = pairs.filter(({ certain, a, b }) => {
    const times = [a, b].map(({ id }) => shown.get(id) ?? 0)
    if (!certain || Math.max(...times) >= MOST_PAIRS) return false
    for (const [i, { id }] of [a, b].entries()) shown.set(id, times[i] + 1)
    return true
  })
  const most = Math.max(...certain.map(({ documents: both }) => both))
  return section(
    'together',
    'What goes together',
    `Pairs of themes that share more of ${counted(documents, 'document')} than chance explains, given the number of themes per document.`,
    certain.length === 0
      ? html`<p>No pair shares more documents than chance explains.</p>`
      : table(
          [
            ['Theme'],
            ['With'],
            ['', 'bar hide-narrow'],
            ['Documents', 'number'],
            ['By chance', 'number hide-narrow'],
            ['Lift', 'number']
          ],
          certain.map(
            ({ a, b, documents: both, expected, lift }) =>
              html`<tr>
                <td>${a.label}</td>
                <td>${b.label}</td>
                <td class="bar hide-narrow">${foundBar(both, expected, most)}</td>
                <td class="number">${formatCount(both)}</td>
                <td class="number hide-narrow">${expected.toFixed(1)}</td>
                <td class="number">× ${lift.toFixed(1)}</td>
              </tr>`
          )
        )
  )
}

/** Shows the most typical passages of each theme, and its most typical document. */
export function typicalSection(all: readonly Typical[]): Markup {
  return section(
    'passages',
    'In its own words',
    'The passages that each theme is best seen in; what is faint in them is on another theme.',
    html`<div class="passages">
      ${all.map(
        ({ theme, passages, documents }) =>
          html`<section>
            <h3>${theme.label}</h3>
            ${passages.map(passage)} ${documents.length === 0 ? html`` : documentList(documents)}
          </section>`
      )}
    </div>`
  )
}

function passage({ title, path, sentences }: Passage): Markup {
  return html`<blockquote>
    ${sentences.map(({ text, onTheme }) => (onTheme ? html`${text} ` : html`<span class="off">${text}</span> `))}
    <footer>${[title, ...path].join(' › ')}</footer>
  </blockquote>`
}

/** Shows the sentences and documents that are least like the rest. */
export function outliersSection({ sentences, documents }: Outliers): Markup {
  return section(
    'outliers',
    'Unlike the rest',
    'Sentences farthest from every theme, and documents made of such.',
    html`${sentences.map(
        ({ record: { text, title, path } }) =>
          html`<blockquote>
            ${text}
            <footer>${[title, ...path].join(' › ')}</footer>
          </blockquote>`
      )}
      <h3>Documents</h3>
      ${documentList(documents)}`
  )
}

/** Number of themes shown on each side if no difference is certain. */
const UNSURE = 3

/** Compares two collections, with a section for the themes of each. */
export function comparisonSections({ a, b, themes }: CollectionComparison): Markup {
  const share = (missing: number, { sentences }: ComparedSide): string =>
    percent(sentences === 0 ? 0 : missing / sentences)
  return html`${themes.map(({ of, themes: compared, without }) => {
    const certain = compared.filter(({ larger }) => larger !== 'neither')
    // Themes are sorted by difference, so without a certain one, shows both ends.
    const shown =
      certain.length > 0 ? certain : [...compared.slice(0, UNSURE), ...compared.slice(UNSURE).slice(-UNSURE)]
    const changes = shown.map(({ larger, a: inA, b: inB, logOdds, ...theme }): Change => {
      const direction = larger === 'neither' ? 'level' : larger === 'b' ? 'rising' : 'falling'
      return { ...theme, direction, first: inA.share, last: inB.share, slope: logOdds }
    })
    return section(
      `of-${of}`,
      `By the themes of ${(of === 'a' ? a : b).collection}`,
      `${counted(compared.length - certain.length, certain.length === 0 ? 'theme' : 'other theme')} without a difference beyond chance` +
        `${certain.length === 0 ? '; the largest differences are shown, each of which may be chance' : ''}. Near none of ` +
        `them are ${share(without.a, a)} of ${a.collection} and ${share(without.b, b)} of ${b.collection}.`,
      changeTable({ first: a.collection, last: b.collection, odds: 'Odds' }, changes, oddsRatio)
    )
  })}`
}

function documentList(documents: readonly DocumentLikeness[]): Markup {
  return html`<ol>
    ${documents.map(
      ({ title, sentences, of }) =>
        html`<li>
          ${title}
          <span class="faint"
            >${sentences === of ? counted(of, 'sentence') : `${sentences} of ${counted(of, 'sentence')}`}</span
          >
        </li>`
    )}
  </ol>`
}

/** Shows sentences with the same meaning, group by group. */
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
