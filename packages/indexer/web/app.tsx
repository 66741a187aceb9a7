import { useEffect, useRef } from 'preact/hooks'
import { followLink, useAddress, type Address } from './address.js'
import { AnalyticsView } from './analytics/analytics-view.js'
import { CatalogueProvider, useCatalogue } from './catalogue.js'
import { ContrastView } from './contrast/contrast-view.js'
import { DocumentView } from './document/document-view.js'
import { EventsView } from './events/events-view.js'
import { MapView } from './map/map-view.js'
import { Announcer } from './parts/announcer.js'
import { Empty } from './parts/states.js'
import { TokenForm } from './parts/token-form.js'
import { OverviewView } from './search/overview-view.js'
import { SearchView } from './search/search-view.js'
import { Header } from './shell/header.js'
import { Shortcuts } from './shell/shortcuts.js'
import { ThemeView } from './themes/theme-view.js'
import { ThemesView } from './themes/themes-view.js'

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
  const { collection } = useCatalogue()
  const page = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    // A new view begins at its heading, for the keyboard and for those who listen; the first is where the browser puts it.
    if (first.current) first.current = false
    else page.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [address.path])
  const name = collection.data?.collection
  useEffect(() => {
    const view = titleOf(address)
    document.title = [view, name, 'Leitmotif'].filter((word) => word !== undefined).join(' · ')
  }, [address, name])
  return (
    <div class="shell" onClick={followLink}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Header address={address} />
      <main id="content" ref={page} tabIndex={-1}>
        {collection.failure?.status === 401 ? <TokenForm /> : <View key={address.path} address={address} />}
      </main>
      <Shortcuts />
    </div>
  )
}

function View({ address }: { readonly address: Address }) {
  const [, view = '', rest = ''] = /^\/([a-z]*)\/?(.*)$/.exec(address.path) ?? []
  switch (view) {
    case '':
      return asksForSomething(address) ? <SearchView address={address} /> : <OverviewView />
    case 'map':
      return <MapView address={address} />
    case 'events':
      return <EventsView address={address} />
    case 'themes':
      return <ThemesView />
    case 'theme':
      return <ThemeView id={decodeURIComponent(rest)} />
    case 'analytics':
      return <AnalyticsView address={address} part={rest} />
    case 'document':
      return <DocumentView id={decodeURIComponent(rest)} address={address} />
    case 'compare':
      return <ContrastView address={address} />
    default:
      return (
        <Empty title="There is no such page">
          <p>
            Nothing is at <code>{address.path}</code>. <a href="/">Go to the overview</a>
          </p>
        </Empty>
      )
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
