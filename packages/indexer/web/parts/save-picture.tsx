import { useAnnounce } from './announcer.js'
import { download, fileNameOf } from './download.js'
import { pngOf, svgOf } from './picture.js'

interface Props {
  /** Returns the element to save. */
  readonly of: () => Element | null | undefined
  /** What it shows, which names the file. */
  readonly title: string
}

/** Returns a function that saves an element as a picture. */
export function useSavePicture(): (format: 'svg' | 'png', { of, title }: Props) => Promise<void> {
  const announce = useAnnounce()
  return async (format, { of, title }) => {
    const element = of()
    if (element === null || element === undefined) return
    try {
      download(format === 'svg' ? svgOf(element, title) : await pngOf(element, title), `${fileNameOf(title)}.${format}`)
    } catch (error) {
      announce(`The picture could not be saved. ${String(error)}`)
    }
  }
}

/** Buttons that save a chart as a picture. */
export function SavePicture(props: Props) {
  const save = useSavePicture()
  return (
    <>
      {(['svg', 'png'] as const).map((format) => (
        <button
          key={format}
          type="button"
          class="button small"
          aria-label={`Save as ${format.toUpperCase()}: ${props.title}`}
          onClick={() => void save(format, props)}
        >
          {format.toUpperCase()}
        </button>
      ))}
    </>
  )
}
