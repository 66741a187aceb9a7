import { useState } from 'preact/hooks'
import { ServiceFailure } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'
import { useAnnounce } from '../parts/announcer.js'

interface ThemeEdit {
  readonly busy: boolean
  /** Error of the service. */
  readonly failure?: string
  /** Performs a change, reports it and reloads everything; false if it was rejected, or another change is running. */
  run(edit: () => Promise<unknown>, said: string): Promise<boolean>
}

/** Returns a function for changing themes: one change at a time, announced when done. Keeps the error to be shown. */
export function useThemeEdit(): ThemeEdit {
  const { refresh } = useCatalogue()
  const announce = useAnnounce()
  const [state, setState] = useState<{ busy: boolean; failure?: string }>({ busy: false })
  return {
    ...state,
    run: async (edit, said) => {
      // Buttons are not disabled meanwhile, because they would lose the focus.
      if (state.busy) return false
      setState({ busy: true })
      try {
        await edit()
        setState({ busy: false })
        announce(said)
        refresh()
        return true
      } catch (error) {
        const failure = error instanceof ServiceFailure ? error.message : String(error)
        setState({ busy: false, failure })
        return false
      }
    }
  }
}
