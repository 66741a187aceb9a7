import { useLayoutEffect, useState } from 'preact/hooks'

/** Where the reader is: the page's address, decoded. */
export interface Address {
  readonly path: string
  readonly query: URLSearchParams
}

const MOVED = 'leitmotif-moved'

export function currentAddress(): Address {
  return { path: location.pathname, query: new URLSearchParams(location.search) }
}

/** Goes to an address of the page; `replace` where going back should not come here again. */
export function navigate(to: string, { replace = false } = {}): void {
  if (to === location.pathname + location.search) return
  const moved = to.split('?')[0] !== location.pathname
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  if (moved) scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/** How many of a list are shown here, as was kept with this address in the browser's history; another begins with `first`. */
export function countHere(list: string, first: number): number {
  return (history.state as Record<string, number> | null)?.[list] ?? first
}

/** Shows so many of the list, also to one who comes back. */
export function keepCount(list: string, count: number): void {
  history.replaceState({ ...(history.state as Record<string, number> | null), [list]: count }, '')
  dispatchEvent(new Event(MOVED))
}

export function useAddress(): Address {
  const [address, setAddress] = useState(currentAddress)
  // Before the first picture, so that no move goes unseen.
  useLayoutEffect(() => {
    const follow = (): void => {
      setAddress(currentAddress())
    }
    addEventListener('popstate', follow)
    addEventListener(MOVED, follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener(MOVED, follow)
    }
  }, [])
  return address
}

/** Follows plain clicks on links of the page without a reload. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.hasAttribute('download')) return
  if (link.origin !== location.origin || link.pathname.startsWith('/api') || link.getAttribute('href')!.startsWith('#'))
    return
  event.preventDefault()
  navigate(link.pathname + link.search)
}

/** An address with these values; those that are undefined or empty are left out, lists are repeated. */
export function addressOf(path: string, values: Record<string, string | readonly string[] | undefined> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') continue
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** This address with some values changed; undefined takes one out. */
export function changed(
  { path, query }: Address,
  values: Record<string, string | readonly string[] | undefined>
): string {
  const all: Record<string, string | readonly string[] | undefined> = {}
  for (const name of query.keys()) all[name] = query.getAll(name)
  return addressOf(path, { ...all, ...values })
}

export const themeAddress = (id: string): string => `/theme/${encodeURIComponent(id)}`

/** A document, at the sentence of that position. */
export function documentAddress(id: string, position?: number): string {
  return addressOf(`/document/${encodeURIComponent(id)}`, { at: position === undefined ? undefined : String(position) })
}
