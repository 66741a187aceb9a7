import { EventMapView, Icon, readQuestion, type EventQuestion } from '@leitmotif/plot'
import { useState } from 'preact/hooks'
import type { EventMapAnswer } from '../../src/service/schemas/event-schemas.js'
import { api } from '../data/api.js'
import { changed, currentAddress, documentAddress, navigate, type Address } from '../data/address.js'
import { countOf, percent } from '../data/figures.js'
import { useLoaded } from '../data/loaded.js'
import { Empty, Failed } from '../parts/states.js'

/** A map of the events in a collection of headlines. Similar events are close together. */
export function EventsView({ address }: { readonly address: Address }) {
  const [found, setFound] = useState<number>()
  const events = useLoaded('events', (signal) => api.events(setFound, signal))
  if (events.data?.events === 0) {
    return (
      <Empty title="No events found">
        <p>None of the {countOf(events.data.sentences)} sentences describes an event like a headline.</p>
      </Empty>
    )
  }
  return (
    <div class="map-view">
      <h1 class="unseen" tabIndex={-1}>
        Events
      </h1>
      {events.failure === undefined ? null : (
        <div class="map-state">
          <Failed of={events} what="Could not load the events." />
        </div>
      )}
      {events.data === undefined && events.failure === undefined ? (
        <div class="map-state" role="status">
          <p>{found === undefined ? 'Loading the events …' : `Finding events: ${percent(found)} …`}</p>
          <progress max={1} value={found} aria-label="Finding events" />
        </div>
      ) : null}
      {events.data === undefined ? null : <FoundEvents events={events.data} address={address} />}
    </div>
  )
}

function FoundEvents({ events, address: { query } }: { readonly events: EventMapAnswer; readonly address: Address }) {
  const question = readQuestion(query)
  const ask = (asked: EventQuestion): void => {
    // Typed letters replace the address instead of adding one each to the history.
    const typed = asked.verb === question.verb && asked.selected === question.selected
    navigate(changed(currentAddress(), { ...asked }), { replace: typed })
  }
  return (
    <EventMapView
      map={events}
      question={question}
      onAsk={ask}
      more={(point) => (
        <a
          class="quiet"
          href={documentAddress(events.document[point], events.position[point])}
          aria-label={`Open in its document: ${events.text[point]}`}
        >
          <Icon name="right" />
        </a>
      )}
    />
  )
}
