import type { EventMap } from './map-data.js'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EventMapView } from './event-map.js'
import { readQuestion, type EventQuestion } from './event-search.js'

/** The data of the page. */
interface PageData {
  readonly title: string
  readonly map: EventMap
}

/** Returns the query in the URL's fragment, so that it can be bookmarked and shared. */
const asked = (): EventQuestion => readQuestion(new URLSearchParams(location.hash.slice(1)))

/** The page of a map of events. */
function EventPage({ title, map }: PageData) {
  const [question, setQuestion] = useState(asked)
  useEffect(() => {
    const follow = (): void => {
      setQuestion(asked())
    }
    addEventListener('hashchange', follow)
    return () => {
      removeEventListener('hashchange', follow)
    }
  }, [])
  const ask = (next: EventQuestion): void => {
    setQuestion(next)
    const values = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== undefined))
    history.replaceState(null, '', values.size === 0 ? location.pathname + location.search : `#${values}`)
  }
  return (
    <>
      <header class="page-head">
        <h1>{title}</h1>
      </header>
      <main>
        <div class="map-view">
          <EventMapView map={map} question={question} onAsk={ask} />
        </div>
      </main>
    </>
  )
}

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData
render(<EventPage {...data} />, document.getElementById('page')!)
