import type { SearchAnswer } from '../../src/service/schemas/search-schemas.js'
import { changed, countHere, keepCount, navigate, type Address } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'
import { counted } from '../data/figures.js'
import { FilterBar } from '../filters/filter-bar.js'
import { useLoaded } from '../data/loaded.js'
import { CardsWaiting, SentenceCard } from '../parts/sentence-card.js'
import { Segments } from '../parts/segments.js'
import { Failed, Shown } from '../parts/states.js'
import { MODES, readAsked, requestOf, STEP, type Asked } from './asked.js'
import { Groups } from './groups.js'
import { Seeds } from './query-examples.js'
import { ThemeFacets } from './theme-facets.js'
import { download } from '../parts/download.js'
import { HIT_FORMATS, HIT_TYPES } from './hits-export.js'

/** Number of hits whose themes are counted. */
const COUNTED = 100

/** The hits of a search, with their themes beside them. */
export function SearchView({ address }: { readonly address: Address }) {
  const { collection } = useCatalogue()
  const asked = readAsked(address)
  const types = collection.data?.fields
  const count = countHere('hits', STEP)
  // Themes are counted over the best hits of all themes; the list has only those of the selected theme.
  const counting = types === undefined ? undefined : requestOf(asked, types, undefined, COUNTED)
  const all = useLoaded(counting && `search ${JSON.stringify(counting)}`, (signal) => api.search(counting!, signal))
  const listing =
    types === undefined || asked.group !== undefined
      ? undefined
      : { ...requestOf(asked, types, asked.theme, count), around: 1 }
  const hits = useLoaded(listing && `search ${JSON.stringify(listing)}`, (signal) => api.search(listing!, signal))
  const change = (values: Parameters<typeof changed>[1]): void => {
    navigate(changed(address, { within: undefined, ...values }))
  }
  return (
    <div class="search-view">
      <div class="search-main">
        <h1 tabIndex={-1} class={asked.text === '' ? 'search-title' : 'search-title said'}>
          {titleOf(asked)}
        </h1>
        <Seeds
          asked={asked}
          onRemove={(name, id) => {
            change({ [name]: name === 'document' ? undefined : asked[name].filter((other) => other !== id) })
          }}
        />
        <div class="toolbar">
          {asked.text === '' ? null : (
            <Segments
              label="Found by"
              options={MODES.map(
                (mode) => [mode, { thematic: 'Theme', hybrid: 'Both', keyword: 'Words' }[mode]] as const
              )}
              value={asked.mode}
              onChange={(mode) => {
                change({ mode: mode === 'thematic' ? undefined : mode })
              }}
            />
          )}
          <Segments
            label="Show as"
            options={[['list', 'List'] as const, ['groups', 'Groups'] as const]}
            value={asked.group === undefined ? 'list' : 'groups'}
            onChange={(as) => {
              change({ group: as === 'list' ? undefined : 'medium' })
            }}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={asked.perDocument}
              onChange={(event) => {
                change({ per: event.currentTarget.checked ? 'document' : undefined })
              }}
            />
            Best hit per document
          </label>
          <FilterBar address={address} />
        </div>
        {/* For screen readers only; others see the hits. */}
        <p class="unseen" role="status">
          {hits.data === undefined || hits.loading || hits.failure ? '' : foundInWords(hits.data, asked)}
        </p>
        {collection.failure === undefined ? null : <Failed of={collection} what="Could not load the collection." />}
        {asked.group !== undefined && types !== undefined ? (
          <Groups address={address} asked={asked} types={types} />
        ) : (
          <Shown of={hits} what="The search failed." waiting={<CardsWaiting />}>
            {(answer) => (
              <Hits
                answer={answer}
                asked={asked}
                count={count}
                onMoreHits={() => {
                  keepCount('hits', count + STEP)
                }}
                onSeed={(name, id) => {
                  change({ [name]: [...asked[name].filter((other) => other !== id), id] })
                }}
              />
            )}
          </Shown>
        )}
      </div>
      <ThemeFacets
        answer={all.data}
        theme={asked.theme}
        onChange={(theme) => {
          change({ theme })
        }}
      />
    </div>
  )
}

function titleOf({ text, more, document }: Asked): string {
  if (text !== '') return text
  if (document !== undefined) return 'Like a document'
  return more.length === 1 ? 'More like a sentence' : `More like ${counted(more.length, 'sentence')}`
}

function foundInWords({ hits }: SearchAnswer, asked: Asked): string {
  return hits.length === 0 ? 'Nothing found' : `${counted(hits.length, 'sentence')} shown: ${titleOf(asked)}`
}

interface HitsProps {
  readonly answer: SearchAnswer
  readonly asked: Asked
  readonly count: number
  readonly onMoreHits: () => void
  readonly onSeed: (name: 'more' | 'less', id: string) => void
}

function Hits({ answer, asked, count, onMoreHits, onSeed }: HitsProps) {
  const { mode, known, language, hits } = answer
  if (hits.length === 0) {
    return (
      <div class="state">
        <h2>Nothing found</h2>
        {known || asked.mode === 'keyword' ? (
          <p>
            No sentence answers this
            {asked.conditions.length > 0 || asked.theme !== undefined
              ? ' within these filters; take one out'
              : '; try other words'}
            .
          </p>
        ) : (
          <p>
            None of these words is known to the encoder, so they have no theme. Say it in other words, or search by
            words.
          </p>
        )}
      </div>
    )
  }
  return (
    <>
      {language === undefined ? null : (
        <p class="note">
          This seems to be in {new Intl.DisplayNames(['en'], { type: 'language' }).of(language)}, which the encoder does
          not read, so sentences found by theme may be about anything. Say it in another language, or search by words.
        </p>
      )}
      {mode !== asked.mode && asked.text !== '' ? (
        <p class="note">The encoder knows none of these words; the hits contain them.</p>
      ) : null}
      <div class="cards">
        {hits.map(({ record, percentile, before, after, copies }) => (
          <SentenceCard
            key={record.id}
            record={record}
            before={before}
            after={after}
            percentile={percentile}
            copies={copies}
            onMore={(id) => {
              onSeed('more', id)
            }}
            onLess={(id) => {
              onSeed('less', id)
            }}
          />
        ))}
      </div>
      <SaveHits hits={hits} />
      {hits.length >= count ? (
        <button type="button" class="button wide" onClick={onMoreHits}>
          Show more
        </button>
      ) : null}
    </>
  )
}

const FORMATS = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['md', 'Quotations']
] as const

/** Saves the hits in sight as a file: a table, JSON, or quotations in Markdown. */
function SaveHits({ hits }: { readonly hits: SearchAnswer['hits'] }) {
  return (
    <div class="exports" role="group" aria-label="Save these hits as a file">
      <span class="muted">Save as</span>
      {FORMATS.map(([format, name]) => (
        <button
          key={format}
          type="button"
          class="button small"
          onClick={() => {
            download(new Blob([HIT_FORMATS[format](hits)], { type: HIT_TYPES[format] }), `hits.${format}`)
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
