import { csvLines } from '../../src/analytics/csv.js'
import type { SearchAnswer } from '../../src/service/schemas/search-schemas.js'

type Hits = SearchAnswer['hits']

/** Hits as files to save, by the ending of the file's name. */
export const HIT_FORMATS = { csv: hitsAsCsv, json: hitsAsJson, md: hitsAsQuotations } as const

/** The media types of these files. */
export const HIT_TYPES = { csv: 'text/csv', json: 'application/json', md: 'text/markdown' } as const

function hitsAsCsv(hits: Hits): string {
  const fields = [...new Set(hits.flatMap(({ record }) => Object.keys(record.fields)))].sort()
  const head = ['text', 'document', 'title', 'headings', 'position', 'theme', 'score', 'percentile', 'moreDocuments']
  const rows = hits.map(({ record, score, percentile, copies }) => [
    ...[record.text, record.document, record.title, record.path.join(' › '), record.position, record.theme ?? ''],
    ...[score, percentile ?? '', copies?.documents ?? 0],
    ...fields.map((name) => {
      const value = record.fields[name] ?? ''
      return typeof value === 'object' ? value.join('; ') : value
    })
  ])
  return csvLines([[...head, ...fields], ...rows])
}

function hitsAsJson(hits: Hits): string {
  return `${JSON.stringify(hits, null, 2)}\n`
}

/** A quotation of each hit with where it is from, as Markdown. */
function hitsAsQuotations(hits: Hits): string {
  return hits
    .map(({ record }) => {
      const place = [record.title, ...record.path.filter((heading) => heading !== record.title)].join(' › ')
      return `> ${plain(record.text)}\n>\n> — ${plain(place)} (${plain(record.document)})\n`
    })
    .join('\n')
}

/** Text on one line that Markdown shows as it is. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
}
