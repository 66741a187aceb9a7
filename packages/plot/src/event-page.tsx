import type { EventMap } from '@leitmotif/encoder'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EventMapView } from './event-map.js'
import type { EventQuestion } from './event-search.js'

/** What the page's own data says. */
interface PageData {
  readonly title: string
  readonly map: EventMap
}

/** The question in the address's fragment, so that it can be kept and sent on. */
function readQuestion(): EventQuestion {
  const values = new URLSearchParams(location.hash.slice(1))
  return { verb: values.get('verb') ?? undefined, words: values.get('words') ?? undefined }
}

/** The whole page of a map of events. */
function EventPage({ title, map }: PageData) {
  const [question, setQuestion] = useState(readQuestion)
  useEffect(() => {
    const follow = (): void => {
      setQuestion(readQuestion())
    }
    addEventListener('hashchange', follow)
    return () => {
      removeEventListener('hashchange', follow)
    }
  }, [])
  const ask = ({ verb, words }: EventQuestion): void => {
    setQuestion({ verb, words })
    const values = new URLSearchParams({ ...(verb !== undefined && { verb }), ...(words !== undefined && { words }) })
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
