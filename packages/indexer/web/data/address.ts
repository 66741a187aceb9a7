import { useLayoutEffect, useState } from 'preact/hooks'

/** The decoded address of the page. */
export interface Address {
  readonly path: string
  readonly query: URLSearchParams
}

const MOVED = 'leitmotif-moved'

export function currentAddress(): Address {
  return { path: location.pathname, query: new URLSearchParams(location.search) }
}

/** Opens an address of the page. `replace`: the current address does not stay in the browser's history. */
export function navigate(to: string, { replace = false } = {}): void {
  if (to === location.pathname + location.search) return
  const moved = to.split('?')[0] !== location.pathname
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  if (moved) scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/**
 * Returns how many items of a list to show: the number stored with this address in the browser's history, or `first`.
 */
export function countHere(list: string, first: number): number {
  return (history.state as Record<string, number> | null)?.[list] ?? first
}

/** Sets how many items of a list are shown, and stores the number in the browser's history for a later return. */
export function keepCount(list: string, count: number): void {
  history.replaceState({ ...(history.state as Record<string, number> | null), [list]: count }, '')
  dispatchEvent(new Event(MOVED))
}

export function useAddress(): Address {
  const [address, setAddress] = useState(currentAddress)
  // A layout effect, so that no navigation before the first paint is missed.
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

/** Handles plain clicks on links within the page without reloading it. */
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

/** Returns an address with these parameters. Undefined or empty ones are left out, lists are repeated. */
export function addressOf(path: string, values: Record<string, string | readonly string[] | undefined> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') continue
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** Returns this address with some parameters changed; undefined removes one. */
export function changed(
  { path, query }: Address,
  values: Record<string, string | readonly string[] | undefined>
): string {
  const all: Record<string, string | readonly string[] | undefined> = {}
  for (const name of query.keys()) all[name] = query.getAll(name)
  return addressOf(path, { ...all, ...values })
}

export const themeAddress = (id: string): string => `/theme/${encodeURIComponent(id)}`

/** Returns the address of a document, scrolled to the sentence at a position. */
export function documentAddress(id: string, position?: number): string {
  return addressOf(`/document/${encodeURIComponent(id)}`, { at: position === undefined ? undefined : String(position) })
}
