import { createContext, type ComponentChildren } from 'preact'
import { useCallback, useContext, useState } from 'preact/hooks'

const Context = createContext<(words: string) => void>(() => {})

/** Announces a message to screen readers, and shows it briefly on the page. */
export const useAnnounce = (): ((words: string) => void) => useContext(Context)

const SHOWN_MS = 5000

export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [said, setSaid] = useState<{ words: string; turn: number }>({ words: '', turn: 0 })
  const announce = useCallback((words: string) => {
    setSaid(({ turn }) => {
      setTimeout(() => {
        setSaid((now) => (now.turn === turn + 1 ? { words: '', turn: now.turn } : now))
      }, SHOWN_MS)
      return { words, turn: turn + 1 }
    })
  }, [])
  return (
    <Context.Provider value={announce}>
      {children}
      <div class="announcer" role="status" aria-live="polite">
        {said.words === '' ? null : <p key={said.turn}>{said.words}</p>}
      </div>
    </Context.Provider>
  )
}
