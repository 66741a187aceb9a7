import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { pollUntilDone, query, ServiceFailure, type Question } from '../data/api.js'
import { useAnnounce } from '../parts/announcer.js'
import { download } from '../parts/download.js'
import { SavePicture } from '../parts/save-picture.js'

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
      download(file, name)
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

interface ExportsProps {
  readonly path: string
  /** The question for the service, without the format. */
  readonly of: Question
  /** The chart, for pictures of it. */
  readonly picture?: ComponentProps<typeof SavePicture>
}

/** Saves the shown answer as a file: data, or a picture of its chart. */
export function Exports({ path, of, picture }: ExportsProps) {
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
      {picture === undefined ? null : <SavePicture {...picture} />}
    </div>
  )
}
