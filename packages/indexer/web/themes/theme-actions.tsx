import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../data/api.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { Icon } from '@leitmotif/plot'
import { useThemeEdit } from './theme-change.js'

interface Props {
  readonly node: ThemeNode
  /** Whether its name is being edited. */
  readonly renaming: boolean
  readonly onRename: () => void
}

/** Actions on a theme: rename, merge, pin, hide. */
export function ThemeActions({ node, renaming, onRename }: Props) {
  const edit = useThemeEdit()
  const [merging, setMerging] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  // When the name's input closes, returns the focus to the button that opened it.
  useLayoutEffect(() => (renaming ? () => rename.current?.focus() : undefined), [renaming])
  const { label, id, hidden, kind } = node
  const pinned = node.kind === 'theme' && node.pinned
  return (
    <div class="theme-actions" role="group" aria-label={`Change ${label}`}>
      <button ref={rename} type="button" class="quiet" title="Rename" aria-label={`Rename ${label}`} onClick={onRename}>
        <Icon name="edit" />
        <span class="action-name">Rename</span>
      </button>
      {kind === 'theme' ? (
        <button
          type="button"
          class="quiet"
          title="Merge into another"
          aria-label={`Merge ${label} into another theme`}
          onClick={() => {
            setMerging(true)
          }}
        >
          <Icon name="merge" />
          <span class="action-name">Merge</span>
        </button>
      ) : null}
      {kind === 'theme' ? (
        <button
          type="button"
          class="quiet"
          title={pinned ? 'Pinned: later builds keep it' : 'Pin: keep it in later builds'}
          aria-label={`Pin ${label}`}
          aria-pressed={pinned}
          aria-disabled={edit.busy}
          onClick={() =>
            void edit.run(
              () => api.changeTheme(id, { pinned: !pinned }),
              pinned ? `“${label}” is no longer pinned.` : `“${label}” is pinned: later builds keep it unchanged.`
            )
          }
        >
          <Icon name="pin" />
          <span class="action-name">Pin</span>
        </button>
      ) : null}
      <button
        type="button"
        class="quiet"
        title={hidden ? 'Show it again' : 'Hide'}
        aria-label={`Hide ${label}`}
        aria-pressed={hidden}
        aria-disabled={edit.busy}
        onClick={() =>
          void edit.run(
            () => api.changeTheme(id, { hidden: !hidden }),
            hidden ? `“${label}” is shown again.` : `“${label}” is hidden.`
          )
        }
      >
        <Icon name={hidden ? 'show' : 'hide'} />
        <span class="action-name">Hide</span>
      </button>
      {edit.failure === undefined ? null : (
        <p class="failed" role="alert">
          {edit.failure}
        </p>
      )}
      {merging ? (
        <MergeDialog
          node={node}
          onClose={() => {
            setMerging(false)
          }}
        />
      ) : null}
    </div>
  )
}

/** A dialog to choose the theme that this one is merged into. */
function MergeDialog({ node, onClose }: { readonly node: ThemeNode; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const { leaves } = useCatalogue()
  const edit = useThemeEdit()
  const title = `merge-${node.id}`
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const into = new FormData(event.currentTarget).get('into')
          const name = leaves.find(({ id }) => id === into)?.label
          if (typeof into !== 'string' || name === undefined) return
          void edit
            .run(() => api.mergeThemes({ ids: [node.id], into }), `“${node.label}” is now part of “${name}”.`)
            .then((done) => {
              if (done) dialog.current?.close()
            })
        }}
      >
        <h2 id={title}>Merge “{node.label}” into</h2>
        <label class="field">
          <span>Theme</span>
          <select name="into" required>
            <option value="">Choose one</option>
            {leaves
              .filter(({ id }) => id !== node.id)
              .map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
          </select>
        </label>
        <p class="muted">Its sentences then belong to the other theme, also after later builds.</p>
        {edit.failure === undefined ? null : (
          <p class="failed" role="alert">
            {edit.failure}
          </p>
        )}
        <div class="row end">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button class="button primary" aria-disabled={edit.busy}>
            Merge
          </button>
        </div>
      </form>
    </dialog>
  )
}
