import type { SearchAnswer } from '../../src/service/schemas/search-schemas.js'
import type { Sentence } from '../../src/service/schemas/common-schemas.js'
import { addressOf, documentAddress, navigate } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { isComparable } from '../data/compared-fields.js'
import { countOf, counted, percentileOf, valueOf } from '../data/figures.js'
import { Icon } from '@leitmotif/plot'
import { ThemeLink } from './theme-link.js'

interface Props {
  readonly record: Sentence
  readonly before?: readonly Sentence[] | undefined
  readonly after?: readonly Sentence[] | undefined
  readonly percentile?: number | undefined
  readonly copies?: SearchAnswer['hits'][number]['copies']
  /** Text instead of a percentile. */
  readonly note?: string
  /** Opens a search for more like it. Default: a new search. */
  readonly onMore?: (id: string) => void
  /** Present if the current search can exclude sentences like it. */
  readonly onLess?: (id: string) => void
  readonly showTheme?: boolean
}

/** Number of document fields shown with a sentence: dates first, then keywords. */
const FIELDS = 2

/** A sentence with its document, headings, neighbours, theme and actions. */
export function SentenceCard({
  record,
  before,
  after,
  percentile,
  copies,
  note,
  onMore,
  onLess,
  showTheme = true
}: Props) {
  const { collection, label } = useCatalogue()
  const types = collection.data?.fields ?? {}
  const more =
    onMore ??
    ((id: string) => {
      navigate(addressOf('/', { more: id }))
    })
  const fields = Object.entries(record.fields)
    .filter(
      ([name]) => types[name] !== 'number' && (collection.data === undefined || isComparable(name, collection.data))
    )
    .sort(([a], [b]) => Number(types[b] === 'date') - Number(types[a] === 'date'))
  return (
    <article
      class="card"
      tabIndex={-1}
      data-stop
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'm') more(record.id)
        if (event.key === 'l') onLess?.(record.id)
      }}
    >
      <p class="card-where">
        <a href={documentAddress(record.document, record.position)} dir="auto">
          {record.title}
        </a>
        {record.path
          .filter((heading) => heading !== record.title)
          .map((heading, i) => (
            <span key={i}>
              {' › '}
              <bdi>{heading}</bdi>
            </span>
          ))}
      </p>
      <p class="card-text" dir="auto">
        {before?.map(({ id, text }) => (
          <span key={id} class="around">{`${text} `}</span>
        ))}
        {before === undefined ? record.text : <mark>{record.text}</mark>}
        {after?.map(({ id, text }) => (
          <span key={id} class="around">{` ${text}`}</span>
        ))}
      </p>
      {copies === undefined ? null : <CopiesOf copies={copies} />}
      <div class="card-foot">
        {showTheme && record.theme !== undefined ? <ThemeLink id={record.theme} /> : null}
        {percentile === undefined ? null : (
          <span
            class="closeness"
            title="Percentile of the similarity among 10,000 random pairs of sentences of this collection"
          >
            more similar than {percentileOf(percentile)} % of random pairs
          </span>
        )}
        {note === undefined ? null : <span class="closeness">{note}</span>}
        {fields.slice(0, FIELDS).map(([name, value]) => (
          <span key={name} class="field-value" title={name}>
            {valueOf(value)}
          </span>
        ))}
        <span class="card-actions">
          <button
            type="button"
            class="quiet"
            onClick={() => {
              more(record.id)
            }}
            title={`More like this${record.theme === undefined ? '' : `, on ${label(record.theme)}`}`}
          >
            <Icon name="plus" />
            More like this
          </button>
          {onLess === undefined ? null : (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                onLess(record.id)
              }}
            >
              <Icon name="minus" />
              Less
            </button>
          )}
        </span>
      </div>
    </article>
  )
}

/** Where else the same words are: listed when opened. */
function CopiesOf({ copies }: { readonly copies: NonNullable<Props['copies']> }) {
  const { sentences, documents, in: places } = copies
  if (documents === 0) return <p class="card-copies muted">and {sentences} more in this document</p>
  return (
    <details class="card-copies">
      <summary>and {counted(documents, 'more document')}</summary>
      <ul class="plain">
        {places.map(({ document, title, position }) => (
          <li key={document}>
            <a href={documentAddress(document, position)} dir="auto">
              {title}
            </a>
          </li>
        ))}
        {documents > places.length ? <li class="muted">… and {countOf(documents - places.length)} more</li> : null}
      </ul>
    </details>
  )
}

/** The same while it is on its way. */
export function CardsWaiting({ count = 4 }: { readonly count?: number }) {
  return (
    <div role="status" aria-label="Loading sentences …">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} class="card waiting">
          <span class="bone bone-3" />
          <span class="bone bone-0" />
          <span class="bone bone-1" />
        </div>
      ))}
    </div>
  )
}
