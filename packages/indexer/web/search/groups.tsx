import type { ClusterAnswer } from '../../src/service/schemas/search-schemas.js'
import { changed, navigate, type Address } from '../data/address.js'
import { api } from '../data/api.js'
import { counted, percent } from '../data/figures.js'
import type { FieldTypes } from '../data/filter.js'
import { useLoaded } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { Icon } from '@leitmotif/plot'
import { CardsWaiting, SentenceCard } from '../parts/sentence-card.js'
import { Segments } from '../parts/segments.js'
import { Shown } from '../parts/states.js'
import { GROUPED, requestOf, type Asked } from './asked.js'

type Group = ClusterAnswer['themes'][number]

/** Number of sentences shown of an opened group. */
const LISTED = 50

/** Smaller groups are not divided further. */
const LEAST = 12

interface Opened {
  /** The groups opened, outermost first. */
  readonly way: readonly Group[]
  /** Groups inside the innermost one; absent if it is too small to be divided. */
  readonly groups?: ClusterAnswer
}

/** The hits of a search, grouped into themes that can be opened level by level. */
export function Groups({
  address,
  asked,
  types
}: {
  readonly address: Address
  readonly asked: Asked
  readonly types: FieldTypes
}) {
  const granularity = asked.group ?? 'medium'
  const search = requestOf(asked, types, asked.theme, GROUPED)
  const opened = useLoaded(`groups ${granularity} ${asked.within.join('.')} ${JSON.stringify(search)}`, (signal) =>
    open(asked.within, { search, granularity, limit: GROUPED }, signal)
  )
  const goTo = (within: readonly number[]): void => {
    navigate(changed(address, { within: within.length === 0 ? undefined : within.join('.') }))
  }
  return (
    <>
      <Segments
        label="Granularity"
        options={[['coarse', 'Coarse'] as const, ['medium', 'Medium'] as const, ['fine', 'Fine'] as const]}
        value={granularity}
        onChange={(group) => {
          navigate(changed(address, { group, within: undefined }))
        }}
      />
      <Shown of={opened} what="Could not group the hits." waiting={<CardsWaiting />}>
        {({ way, groups }) => (
          <>
            <nav class="crumbs" aria-label="Opened groups">
              {way.length === 0 ? null : (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => {
                    goTo([])
                  }}
                >
                  All groups
                </button>
              )}
              {way.map(({ label }, i) => (
                <button
                  key={i}
                  type="button"
                  class="quiet"
                  aria-current={i === way.length - 1 ? 'true' : undefined}
                  onClick={() => {
                    goTo(asked.within.slice(0, i + 1))
                  }}
                >
                  <Icon name="right" />
                  {label}
                </button>
              ))}
            </nav>
            {groups === undefined ? null : (
              <GroupList
                groups={groups}
                onOpen={(i) => {
                  goTo([...asked.within.slice(0, way.length), i])
                }}
              />
            )}
            {way.length === 0 ? null : <GroupSentences ids={way.at(-1)!.ids} />}
          </>
        )}
      </Shown>
    </>
  )
}

/** Opens groups level by level. Each level groups the sentences of the group above. */
async function open(
  within: readonly number[],
  request: Parameters<typeof api.cluster>[0],
  signal: AbortSignal
): Promise<Opened> {
  const way: Group[] = []
  let groups: ClusterAnswer | undefined = await api.cluster(request, signal)
  for (const i of within) {
    const group: Group | undefined = groups?.themes[i]
    if (group === undefined) break
    way.push(group)
    groups =
      group.ids.length < LEAST
        ? undefined
        : await api.cluster({ ids: group.ids, granularity: request.granularity, limit: GROUPED }, signal)
  }
  return groups === undefined ? { way } : { way, groups }
}

function GroupList({ groups, onOpen }: { readonly groups: ClusterAnswer; readonly onOpen: (index: number) => void }) {
  const largest = Math.max(...groups.themes.map(({ sentences }) => sentences))
  if (groups.themes.length === 0) return <p class="note">These sentences form no groups.</p>
  return (
    <>
      <p class="note">
        {counted(groups.themes.length, 'group')} of {counted(groups.sentences, 'sentence')}
        {groups.unassigned.length > 0 ? `; ${groups.unassigned.length} in no group` : ''}
      </p>
      <ul class="groups">
        {groups.themes.map(({ label, heading, sentences, share, exemplars }, i) => (
          <li key={i} class="group">
            <button
              type="button"
              class="group-open"
              onClick={() => {
                onOpen(i)
              }}
              data-stop
            >
              <span class="group-name">{label}</span>
              {heading === label ? null : <span class="group-heading">{heading}</span>}
              <span class="group-size">
                {counted(sentences, 'sentence')} · {percent(share)}
              </span>
              <Bar share={sentences} of={largest} />
            </button>
            <ul class="quotes">
              {exemplars.slice(0, 2).map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function GroupSentences({ ids }: { readonly ids: readonly string[] }) {
  const wanted = ids.slice(0, LISTED)
  const read = useLoaded(`sentences ${wanted.join()}`, (signal) => api.sentences(wanted, signal))
  return (
    <section aria-labelledby="group-sentences">
      <h2 id="group-sentences">
        {ids.length > LISTED
          ? `The first ${LISTED} of ${counted(ids.length, 'sentence')}`
          : counted(ids.length, 'sentence')}
      </h2>
      <Shown of={read} what="Could not load the sentences." waiting={<CardsWaiting />}>
        {({ records }) => (
          <div class="cards">
            {records.map((record) => (
              <SentenceCard key={record.id} record={record} />
            ))}
          </div>
        )}
      </Shown>
    </section>
  )
}
