import { useLayoutEffect, useRef } from 'preact/hooks'
import { addressOf, navigate, type Address } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { Icon, type IconName } from '@leitmotif/plot'

const views: readonly { path: string; name: string; icon: IconName; also: RegExp }[] = [
  { path: '/', name: 'Search', icon: 'search', also: /^\/($|document\/)/ },
  { path: '/map', name: 'Map', icon: 'map', also: /^\/map/ },
  { path: '/themes', name: 'Themes', icon: 'tree', also: /^\/theme/ },
  { path: '/events', name: 'Events', icon: 'events', also: /^\/events/ },
  { path: '/analytics', name: 'Analytics', icon: 'chart', also: /^\/analytics/ },
  { path: '/compare', name: 'Compare', icon: 'compare', also: /^\/compare/ }
]

/** The name of the collection, the search box and the navigation. */
export function Header({ address }: { readonly address: Address }) {
  const { collection } = useCatalogue()
  // Few collections other than headlines have events. Their view can still be opened by its address.
  const shown = views.filter(({ path }) => path !== '/events' || collection.data?.headlines === true)
  const text = address.path === '/' ? (address.query.get('q') ?? '') : ''
  const box = useRef<HTMLInputElement>(null)
  // Keeps the input element, so that the user can go on typing after a search.
  useLayoutEffect(() => {
    box.current!.value = text
  }, [text])
  return (
    <header class="header">
      {/* Small screens do not show the name, so the label contains it. */}
      <a class="brand" href="/" aria-label={`${collection.data?.collection ?? 'Leitmotif'}, overview`}>
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M7 21c3-12 6-12 9-5s6 7 9-5" />
          <circle cx="7" cy="21" r="2.6" />
          <circle cx="16" cy="16" r="2.6" />
          <circle cx="25" cy="11" r="2.6" />
        </svg>
        <span class="brand-name">{collection.data?.collection ?? 'Leitmotif'}</span>
      </a>
      <form
        class="search-box"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          if (typeof q !== 'string' || q.trim() === '') return
          const kept = address.path === '/' ? [...address.query].filter(([name]) => /^f\.|^(mode|per)$/.test(name)) : []
          const lists: Record<string, string[]> = {}
          for (const [name, value] of kept) (lists[name] ??= []).push(value)
          navigate(addressOf('/', { q: q.trim(), ...lists }))
        }}
      >
        <Icon name="search" />
        <input
          ref={box}
          id="search"
          name="q"
          type="search"
          placeholder="Search by theme, in your own words"
          aria-label="Search by theme"
          aria-keyshortcuts="/"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={10_000}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
      <nav class="nav" aria-label="Views">
        {shown.map(({ path, name, icon, also }) => (
          <a key={path} href={path} aria-current={also.test(address.path) ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{name}</span>
          </a>
        ))}
      </nav>
    </header>
  )
}
