import { useRef, useState } from 'preact/hooks'
import { addressOf, themeAddress } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { countOf, counted, percent } from '../data/figures.js'
import { useThemeEdit } from './theme-change.js'
import { ThemeActions } from './theme-actions.js'
import { ThemeRename } from './theme-rename.js'

/** Header of a theme's or group's page: path, name, actions, size and words. */
export function ThemeTitle({ node }: { readonly node: ThemeNode }) {
  const { above, colour } = useCatalogue()
  const [renaming, setRenaming] = useState(false)
  const edit = useThemeEdit()
  const title = useRef<HTMLHeadingElement>(null)
  const touched = node.renamed || node.hidden || (node.kind === 'theme' && (node.pinned || node.merged.length > 0))
  return (
    <header class={`theme-title ${colour(node.id)}`}>
      <nav class="crumbs" aria-label="Above it">
        <a href="/themes">Themes</a>
        {above(node.id).map(({ id, label }) => (
          <a key={id} href={themeAddress(id)}>
            {label}
          </a>
        ))}
      </nav>
      <div class="title-row">
        {renaming ? (
          <ThemeRename
            node={node}
            onDone={() => {
              setRenaming(false)
            }}
          />
        ) : (
          <h1 ref={title} tabIndex={-1}>
            <span class="dot" aria-hidden="true" />
            {node.label}
          </h1>
        )}
        <ThemeActions
          node={node}
          renaming={renaming}
          onRename={() => {
            setRenaming(true)
          }}
        />
      </div>
      <p class="figures">
        <span>
          <strong>{percent(node.share)}</strong> of the collection
        </span>
        <span>
          <strong>{countOf(node.sentences)}</strong> sentences
        </span>
        <span>
          <strong>{countOf(node.documents)}</strong> documents
        </span>
        {node.kind === 'theme' && node.pinned ? <span class="badge">pinned</span> : null}
        {node.kind === 'theme' && node.seeded ? <span class="badge">seeded</span> : null}
        {node.hidden ? <span class="badge">hidden</span> : null}
        {node.kind === 'theme' && node.merged.length > 0 ? (
          <span class="badge">{counted(node.merged.length, 'theme')} merged into it</span>
        ) : null}
        {node.kind === 'theme' ? <a href={addressOf('/map', { theme: node.id })}>Show on the map</a> : null}
        <a href={addressOf('/compare', { 'a.theme': node.id })}>Compare with the whole collection</a>
      </p>
      {touched ? (
        <p>
          <button
            type="button"
            class="button small"
            aria-disabled={edit.busy}
            onClick={() =>
              void edit
                .run(() => api.resetThemes([node.id]), `“${node.label}” is reset to its automatic state.`)
                .then((done) => {
                  // The button disappears, because nothing is left to undo.
                  if (done) title.current?.focus()
                })
            }
          >
            Take back all changes
          </button>
        </p>
      ) : null}
      {edit.failure === undefined ? null : (
        <p class="failed" role="alert">
          {edit.failure}
        </p>
      )}
      <ul class="terms" aria-label="Distinctive words">
        {node.terms.slice(0, 12).map(({ term }) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </header>
  )
}
