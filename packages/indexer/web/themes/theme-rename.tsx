import { useLayoutEffect, useRef } from 'preact/hooks'
import { api } from '../data/api.js'
import type { ThemeNode } from '../data/catalogue.js'
import { useThemeEdit } from './theme-change.js'

/** An input for a theme's name: Enter saves it, Escape cancels. */
export function ThemeRename({ node, onDone }: { readonly node: ThemeNode; readonly onDone: () => void }) {
  const edit = useThemeEdit()
  const input = useRef<HTMLInputElement>(null)
  // Selects the name before the first paint, so that typing at once replaces all of it.
  useLayoutEffect(() => {
    input.current?.select()
  }, [])
  const keep = async (name: string | null): Promise<void> => {
    if (name === node.label) {
      onDone()
      return
    }
    const said = name === null ? `“${node.label}” has its automatic name again.` : `“${node.label}” is now “${name}”.`
    if (await edit.run(() => api.changeTheme(node.id, { name }), said)) onDone()
  }
  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault()
        const name = input.current?.value.trim() ?? ''
        if (name !== '') void keep(name)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <input ref={input} defaultValue={node.label} aria-label={`New name of ${node.label}`} maxLength={200} required />
      <button class="button small primary" aria-disabled={edit.busy}>
        Rename
      </button>
      {node.renamed ? (
        <button type="button" class="button small" aria-disabled={edit.busy} onClick={() => void keep(null)}>
          Its own name
        </button>
      ) : null}
      <button type="button" class="button small" onClick={onDone}>
        Cancel
      </button>
      {edit.failure === undefined ? null : (
        <p class="failed" role="alert">
          {edit.failure}
        </p>
      )}
    </form>
  )
}
