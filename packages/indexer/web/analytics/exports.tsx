import { useState } from 'preact/hooks'
import { pollUntilDone, query, ServiceFailure, type Question } from '../data/api.js'
import { useAnnounce } from '../parts/announcer.js'

const FORMATS = ['csv', 'json', 'html'] as const

/** A signal that never aborts: saving continues when the view changes. */
const unhurried = new AbortController().signal

/** Returns a function that saves the answer at an address as a file, and whether it is busy. */
function useSave(): { readonly busy: boolean; readonly save: (address: string, name: string) => Promise<void> } {
  const announce = useAnnounce()
  const [busy, setBusy] = useState(false)
  const save = async (address: string, name: string): Promise<void> => {
    setBusy(true)
    try {
      // Fetched instead of linked, because a link cannot send the token.
      const file = await (await pollUntilDone(address, () => {}, unhurried)).blob()
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      announce(error instanceof ServiceFailure ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

/** Saves a report on the sentences that match the filter, as one page. */
export function Report({ of }: { readonly of: Question }) {
  const { busy, save } = useSave()
  return (
    <button
      type="button"
      class="button small"
      disabled={busy}
      onClick={() => void save(`analytics/report?${query(of)}`, 'report.html')}
    >
      {busy ? 'Writing the report …' : 'Save all as a report'}
    </button>
  )
}

/** Saves the shown answer as a file. `of` is the question for the service, without the format. */
export function Exports({ path, of }: { readonly path: string; readonly of: Question }) {
  const { save } = useSave()
  return (
    <div class="exports" role="group" aria-label="Save as a file">
      <span class="muted">Save as</span>
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          class="button small"
          onClick={() => void save(`${path}/export?${query({ ...of, format })}`, `${path.split('/').at(-1)}.${format}`)}
        >
          {format.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
