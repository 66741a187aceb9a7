import { useState } from 'preact/hooks'
import { patiently, query, ServiceFailure, type Question } from '../data/api.js'
import { useAnnounce } from '../parts/announcer.js'

const FORMATS = ['csv', 'json', 'html'] as const

/** Of what is never given up. */
const unhurried = new AbortController().signal

/** A way to save what the service answers at an address as a file, and whether one is on its way. */
function useSave(): { readonly busy: boolean; readonly save: (address: string, name: string) => Promise<void> } {
  const announce = useAnnounce()
  const [busy, setBusy] = useState(false)
  const save = async (address: string, name: string): Promise<void> => {
    setBusy(true)
    try {
      // Fetched, as a link could not send the token.
      const file = await (await patiently(address, () => {}, unhurried)).blob()
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

/** Saves all that there is to tell, of what passes the filter, as one page. */
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

/** Saves what is in sight as a file; `of` is the question as the service takes it, without the format. */
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
