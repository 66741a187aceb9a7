import type { RefObject } from 'preact'
import { Icon } from './icon.js'
import type { PlotHandle } from './plot.js'

interface Props {
  readonly handle: RefObject<PlotHandle | null>
  readonly lasso: boolean
  readonly onLasso: (lasso: boolean) => void
  /** Selects all visible points. */
  readonly onList: (line: readonly number[]) => void
  /** Saves the map as a picture; without it, there is no button. */
  readonly onSave?: () => void
}

/** The toolbar of a map. */
export function MapTools({ handle, lasso, onLasso, onList, onSave }: Props) {
  return (
    <div class="map-tools" role="toolbar" aria-label="Map">
      <button
        type="button"
        aria-pressed={lasso}
        onClick={() => {
          onLasso(!lasso)
        }}
      >
        <Icon name="lasso" />
        Lasso
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => handle.current?.zoomBy(2)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => handle.current?.zoomBy(0.5)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label="Show all" onClick={() => handle.current?.showAll()}>
        <Icon name="fit" />
      </button>
      <button
        type="button"
        onClick={() => {
          onList(handle.current?.frame() ?? [])
        }}
      >
        List visible points
      </button>
      {onSave === undefined ? null : (
        <button type="button" aria-label="Save the map as PNG" title="Save the map as PNG" onClick={onSave}>
          <Icon name="save" />
          <span>PNG</span>
        </button>
      )}
    </div>
  )
}
