import { useLayoutEffect, useRef } from 'preact/hooks'
import { navigate } from '../data/address.js'
import { Icon } from '@leitmotif/plot'

const places: ReadonlyMap<string, string> = new Map(
  Object.entries({
    o: '/',
    m: '/map',
    t: '/themes',
    a: '/analytics',
    c: '/compare',
    d: '/analytics/duplicates',
    e: '/events'
  })
)

/** Milliseconds to wait for the second key after `g`. */
const CHORD_MS = 1200

const listed: readonly (readonly [keys: string, meaning: string])[] = [
  ['/', 'Search'],
  ['j  k', 'Next and previous sentence of a list or a document'],
  ['m  l', 'On a sentence: find more like it, find less like it'],
  ['g o', 'Go to the overview'],
  ['g m', 'Go to the map'],
  ['g t', 'Go to the themes'],
  ['g a', 'Go to analytics'],
  ['g d', 'Go to duplicates'],
  ['g c', 'Go to compare'],
  ['g e', 'Go to events'],
  ['← → ↑ ↓  + −  0', 'On the map: move, zoom in and out, show all'],
  ['?', 'Show these shortcuts']
]

/** Handles shortcuts everywhere except in text fields, and lists them in a dialog. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, so that no key pressed before the first paint is lost.
  useLayoutEffect(() => {
    let chord = -Infinity
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')) return
      if (event.key === '/') {
        event.preventDefault()
        const box = document.querySelector<HTMLInputElement>('#search')
        box?.focus()
        box?.select()
      } else if (event.key === '?') dialog.current?.showModal()
      else if (event.timeStamp - chord < CHORD_MS && places.has(event.key)) {
        chord = -Infinity
        // The current view may have a shortcut with the same key.
        event.stopPropagation()
        navigate(places.get(event.key)!)
      } else if (event.key === 'g') chord = event.timeStamp
      else if (event.key === 'j' || event.key === 'k') stepThrough(event.key === 'j' ? 1 : -1)
    }
    addEventListener('keydown', press, { capture: true })
    return () => {
      removeEventListener('keydown', press, { capture: true })
    }
  }, [])
  return (
    <>
      <button type="button" class="shortcuts-button" onClick={() => dialog.current?.showModal()}>
        <Icon name="keyboard" />
        Keyboard shortcuts
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby="shortcuts-title">
        <form method="dialog">
          <h2 id="shortcuts-title">Keyboard shortcuts</h2>
          <dl class="shortcuts">
            {listed.map(([keys, meaning]) => (
              <div key={keys}>
                <dt>{keys.split(' ').map((key, i) => (key === '' ? ' ' : <kbd key={i}>{key}</kbd>))}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <button class="button primary">Close</button>
        </form>
      </dialog>
    </>
  )
}

/** Focuses the next or previous element marked with `data-stop`. */
function stepThrough(by: number): void {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')]
  if (stops.length === 0) return
  const at = stops.findIndex((stop) => stop.contains(document.activeElement))
  const next = stops[Math.min(stops.length - 1, Math.max(0, at < 0 ? 0 : at + by))]
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
