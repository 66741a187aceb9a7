import { patiently, query, ServiceFailure, type Question } from '../api.js'
import { useAnnounce } from '../parts/announcer.js'

const FORMATS = ['csv', 'json', 'html'] as const

/** Of what is never given up. */
const unhurried = new AbortController().signal

/** Saves what is in sight as a file; `of` is the question as the service takes it, without the format. */
export function Exports({ path, of }: { readonly path: string; readonly of: Question }) {
  const announce = useAnnounce()
  const save = async (format: string): Promise<void> => {
    try {
      // Fetched, as a link could not send the token.
      const file = await (await patiently(`${path}/export?${query({ ...of, format })}`, () => {}, unhurried)).blob()
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `${path.split('/').at(-1)}.${format}`
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      announce(error instanceof ServiceFailure ? error.message : String(error))
    }
  }
  return (
    <div class="exports" role="group" aria-label="Save as a file">
      <span class="muted">Save as</span>
      {FORMATS.map((format) => (
        <button key={format} type="button" class="button small" onClick={() => void save(format)}>
          {format.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
