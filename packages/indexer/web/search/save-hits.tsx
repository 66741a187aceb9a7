import type { SearchAnswer } from '../../src/service/schemas/search-schemas.js'
import { download } from '../parts/download.js'
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
            download(new Blob([HIT_FORMATS[format](hits)], { type: HIT_TYPES[format] }), `hits.${format}`)
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
