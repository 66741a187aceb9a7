import type { SearchAnswer } from '../../src/service/schemas.js'
import { HIT_FORMATS, HIT_TYPES } from './hits-export.js'

const FORMATS = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['md', 'Quotations']
] as const

/** Saves the hits in sight as a file: a table, JSON, or quotations in Markdown. */
export function SaveHits({ hits }: { readonly hits: SearchAnswer['hits'] }) {
  return (
    <div class="exports" role="group" aria-label="Save these hits as a file">
      <span class="muted">Save as</span>
      {FORMATS.map(([format, name]) => (
        <button
          key={format}
          type="button"
          class="button small"
          onClick={() => {
            const link = document.createElement('a')
            link.href = URL.createObjectURL(new Blob([HIT_FORMATS[format](hits)], { type: HIT_TYPES[format] }))
            link.download = `hits.${format}`
            link.click()
            URL.revokeObjectURL(link.href)
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
