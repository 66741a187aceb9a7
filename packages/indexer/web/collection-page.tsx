import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks'
import { followLink, useAddress, type Address } from './data/address.js'
import { AnalyticsView } from './analytics/analytics-view.js'
import { CatalogueProvider, useCatalogue } from './data/catalogue.js'
import { ContrastView } from './contrast/contrast-view.js'
import { DocumentView } from './document/document-view.js'
import { EventsView } from './events/events-view.js'
import { MapView } from './map/map-view.js'
import { Announcer } from './parts/announcer.js'
import { Empty } from './parts/states.js'
import { OverviewView } from './search/overview-view.js'
import { SearchView } from './search/search-view.js'
import { Header } from './parts/header.js'
import { Shortcuts } from './parts/shortcuts.js'
import { ThemeView } from './themes/theme-view.js'
import { ThemesView } from './themes/themes-view.js'
import { keepToken } from './data/api.js'

export function App() {
  return (
    <CatalogueProvider>
      <Announcer>
        <Shell />
      </Announcer>
    </CatalogueProvider>
  )
}

function Shell() {
  const address = useAddress()
  const { collection, find } = useCatalogue()
  const page = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    // A new view moves the focus to its heading, for keyboard and screen reader users. On the first load, the browser
    // sets the focus.
    if (first.current) first.current = false
    else page.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [address.path])
  const name = collection.data?.collection
  // The title of a document is known once it has loaded.
  const [read, setRead] = useState<{ path: string; title: string }>()
  const { view, id } = readPath(address.path)
  const theme = view === 'theme' && id !== undefined ? find(id)?.label : undefined
  const own = read?.path === address.path ? read.title : theme
  useEffect(() => {
    document.title = [own, titleOf(address), name, 'Leitmotif'].filter((word) => word !== undefined).join(' · ')
  }, [address, name, own])
  return (
    <div class="shell" onClick={followLink}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Header address={address} />
      <main id="content" ref={page} tabIndex={-1}>
        {collection.failure?.status === 401 ? (
          <TokenForm />
        ) : (
          <View
            key={address.path}
            address={address}
            onTitle={(title) => {
              setRead({ path: address.path, title })
            }}
          />
        )}
      </main>
      <Shortcuts />
    </div>
  )
}

interface ViewProps {
  readonly address: Address
  /** Receives the title of the document. */
  readonly onTitle: (title: string) => void
}

function View({ address, onTitle }: ViewProps) {
  const [fault] = useErrorBoundary(console.error) as [Error | undefined, () => void]
  const { view, rest, id } = readPath(address.path)
  if (fault !== undefined) {
    return (
      <Empty title="The page failed">
        <p>
          {String(fault)}. <a href="/">Go to the overview</a>
        </p>
      </Empty>
    )
  }
  switch (view) {
    case '':
      return asksForSomething(address) ? <SearchView address={address} /> : <OverviewView />
    case 'map':
      return <MapView address={address} />
    case 'events':
      return <EventsView address={address} />
    case 'themes':
      return <ThemesView address={address} />
    case 'theme':
      if (id === undefined) break
      return <ThemeView id={id} />
    case 'analytics':
      return <AnalyticsView address={address} part={rest} />
    case 'document':
      if (id === undefined) break
      return <DocumentView id={id} address={address} onTitle={onTitle} />
    case 'compare':
      return <ContrastView address={address} />
  }
  return (
    <Empty title="Page not found">
      <p>
        Nothing is at <code>{address.path}</code>. <a href="/">Go to the overview</a>
      </p>
    </Empty>
  )
}

/** Splits the path of an address into the view and the rest. `id` is the decoded rest, if it can be decoded. */
function readPath(path: string): { view: string; rest: string; id: string | undefined } {
  const [, view = '', rest = ''] = /^\/([a-z]*)\/?(.*)$/.exec(path) ?? []
  try {
    return { view, rest, id: rest === '' ? undefined : decodeURIComponent(rest) }
  } catch {
    // A single % is not an escape.
    return { view, rest, id: undefined }
  }
}

function asksForSomething({ query }: Address): boolean {
  return ['q', 'more', 'document'].some((name) => query.has(name))
}

const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    map: 'Map',
    events: 'Events',
    themes: 'Themes',
    theme: 'Theme',
    analytics: 'Analytics',
    document: 'Document',
    compare: 'Compare'
  })
)

function titleOf({ path, query }: Address): string | undefined {
  return path === '/' ? (query.get('q') ?? undefined) : titles.get(path.split('/')[1])
}

/** Asks for the token of the service. */
function TokenForm() {
  const { refresh } = useCatalogue()
  return (
    <section class="state">
      <h1 tabIndex={-1}>This service requires a token</h1>
      <p>Ask the person who started the service. The token is stored until you close this tab.</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const token = new FormData(event.currentTarget).get('token')
          if (typeof token === 'string' && token.trim() !== '') {
            keepToken(token.trim())
            refresh()
          }
        }}
      >
        <label class="field">
          <span>Token</span>
          <input name="token" type="password" autocomplete="off" required />
        </label>
        <button class="button primary">Enter</button>
      </form>
    </section>
  )
}
