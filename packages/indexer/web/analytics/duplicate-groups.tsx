import { useState } from 'preact/hooks'
import type { DuplicatesAnswer } from '../../src/service/schemas/duplicate-schemas.js'
import { changed, documentAddress, navigate } from '../data/address.js'
import { api } from '../data/api.js'
import { countOf, counted, percent } from '../data/figures.js'
import { useLoaded } from '../data/loaded.js'
import { FirstOf } from '../parts/first-of.js'
import { Segments } from '../parts/segments.js'
import { NothingPasses, Shown } from '../parts/states.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'

type Group = DuplicatesAnswer['found'][number]
type Scorer = NonNullable<DuplicatesAnswer['scorer']>

/** Numbers of groups requested, groups shown at first, and sentences of a group shown at first. */
const [GROUPS, FIRST, MEMBERS] = [500, 40, 4]

/** Shorter sentences are skipped: they are too common to be of interest. */
const LEAST_WORDS = 5

const KINDS: Readonly<Record<Group['kind'], string>> = {
  same: 'the same words',
  near: 'nearly the same words',
  paraphrase: 'the same in other words'
}

/** The loosest kind to search for. Default: the loosest that the service supports. */
const LOOSEST = [
  ['all', 'All kinds'],
  ['near', 'Nearly the same'],
  ['same', 'The same words']
] as const

/** Groups of duplicates: the same words, nearly the same words, or paraphrases. */
export function DuplicateGroups({ address, filter }: PartProps) {
  const { query } = address
  const upTo = (['near', 'same'] as const).find((kind) => kind === query.get('upTo'))
  const across = query.get('across') === 'true'
  const threshold = Number(query.get('threshold')) || undefined
  const asked = {
    ...{ upTo, filter, limit: String(GROUPS), leastWords: String(LEAST_WORDS) },
    threshold: upTo === undefined ? threshold?.toString() : undefined,
    acrossDocuments: across ? 'true' : undefined
  }
  const [done, setDone] = useState<number>()
  const found = useLoaded(`duplicates ${JSON.stringify(asked)}`, (signal) => {
    setDone(undefined)
    return api.duplicates(asked, setDone, signal)
  })
  const change = (values: Parameters<typeof changed>[1]): void => {
    navigate(changed(address, values))
  }
  // The answer to a request for paraphrases says whether there is a scorer.
  const scorer = upTo === undefined ? found.data?.scorer : undefined
  return (
    <>
      <div class="toolbar">
        <Segments
          label="Alike in"
          options={LOOSEST}
          value={upTo ?? 'all'}
          onChange={(kind) => {
            change({ upTo: kind === 'all' ? undefined : kind })
          }}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={across}
            onChange={(event) => {
              change({ across: event.currentTarget.checked ? 'true' : undefined })
            }}
          />
          Across documents
        </label>
        {scorer === undefined ? null : (
          <Threshold
            key={scorer.threshold}
            scorer={scorer}
            onChange={(value) => {
              change({ threshold: value })
            }}
          />
        )}
        <Exports path="duplicates" of={asked} />
      </div>
      {found.loading ? (
        <div role="status" class="searching">
          <p class="note">Finding duplicates{done === undefined ? '' : `: ${percent(done)}`} …</p>
          <progress max={1} value={done} aria-label="Looking for duplicates" />
        </div>
      ) : null}
      <Shown of={found} what="Could not load the duplicates." waiting={<></>}>
        {(answer) => (answer.sentences === 0 ? <NothingPasses /> : <Groups answer={answer} all={upTo === undefined} />)}
      </Shown>
    </>
  )
}

/** A slider for the minimum relatedness. Sends the request only when released. */
function Threshold({ scorer, onChange }: { readonly scorer: Scorer; readonly onChange: (value: string) => void }) {
  const { scale, highest, threshold } = scorer
  const [value, setValue] = useState(threshold)
  const [low, high] = scale
  return (
    <label
      class="check threshold"
      title={`Rated by ${scorer.name}, from ${low} to ${high}: higher finds fewer, surer ones`}
    >
      In other words from
      <input
        type="range"
        min={(low + high) / 2}
        max={Math.floor(highest * 10) / 10}
        step={0.1}
        value={value}
        aria-label={`Least relatedness of sentences in other words, up to ${high}`}
        onInput={(event) => {
          setValue(Number(event.currentTarget.value))
        }}
        onChange={(event) => {
          onChange(event.currentTarget.value)
        }}
      />
      <output>
        {value.toFixed(1)} of {high}
      </output>
    </label>
  )
}

function Groups({ answer, all }: { readonly answer: DuplicatesAnswer; readonly all: boolean }) {
  const { found, groups, duplicated, sentences, scorer } = answer
  const many = groups.same + groups.near + groups.paraphrase
  const kinds = (['same', 'near', 'paraphrase'] as const).filter((kind) => groups[kind] > 0)
  return (
    <>
      <p class="note">
        {many === 0
          ? `No two of ${counted(sentences, 'sentence')} say the same.`
          : `${counted(duplicated, 'sentence')} of ${countOf(sentences)} in ${counted(many, 'group')}: ${kinds.map((kind) => `${countOf(groups[kind])} ${KINDS[kind]}`).join(', ')}.`}
        {many > found.length ? ` The ${countOf(found.length)} largest are listed.` : ''} Sentences of fewer than{' '}
        {LEAST_WORDS} words are passed over.
      </p>
      {all && scorer === undefined ? (
        <p class="note">
          What is said in other words is not among them: this service has no pair scorer, which would find it. It is
          started with one by <code>leitmotif serve --pairs FOLDER</code>.
        </p>
      ) : null}
      <FirstOf of={found} first={FIRST} what="groups">
        {(some) => (
          <div class="cards">
            {some.map((group) => (
              <GroupCard key={group.members[0].id} group={group} scorer={scorer} />
            ))}
          </div>
        )}
      </FirstOf>
    </>
  )
}

/** A group of duplicates with the place of each sentence. If all have the same words, the text is shown once. */
function GroupCard({ group, scorer }: { readonly group: Group; readonly scorer: Scorer | undefined }) {
  const { kind, sentences, documents, shared, relatedness, cut, members } = group
  return (
    <article class="card duplicates" tabIndex={-1} data-stop>
      <p class="card-where">
        <strong>{counted(sentences, 'sentence')}</strong> of {counted(documents, 'document')}, {KINDS[kind]}
        {shared < 1 ? ` · ${percent(shared)} of their words shared` : ''}
        {kind !== 'paraphrase' || relatedness === undefined || scorer === undefined
          ? ''
          : ` · related ${relatedness.toFixed(1)} of ${scorer.scale[1]}`}
        {cut === true ? ' · there may be more of them' : ''}
      </p>
      {kind === 'same' ? (
        <p class="card-text" dir="auto">
          {members[0].text}
        </p>
      ) : null}
      <Members of={members} texts={kind !== 'same'} more={sentences - members.length} />
    </article>
  )
}

interface MembersProps {
  readonly of: Group['members']
  /** Whether to show the text of each sentence. */
  readonly texts: boolean
  /** Number of further sentences that the service did not list. */
  readonly more: number
}

function Members({ of, texts, more }: MembersProps) {
  const list = (some: Group['members']) => (
    <ul class="members">
      {some.map(({ id, text, document, position, title, path }) => (
        <li key={id}>
          {texts ? (
            <p class="card-text" dir="auto">
              {text}
            </p>
          ) : null}
          <a href={documentAddress(document, position)} dir="auto">
            {title}
          </a>
          <span class="muted">
            {path
              .filter((heading) => heading !== title)
              .map((heading) => ` › ${heading}`)
              .join('')}
          </span>
        </li>
      ))}
    </ul>
  )
  const rest = of.slice(MEMBERS)
  return (
    <>
      {list(of.slice(0, MEMBERS))}
      {rest.length === 0 ? null : (
        <details>
          <summary>{countOf(rest.length + more)} more</summary>
          {list(rest)}
          {more === 0 ? null : <p class="note">… and {countOf(more)} that are not listed</p>}
        </details>
      )}
    </>
  )
}
