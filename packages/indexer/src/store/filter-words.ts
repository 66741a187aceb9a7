import { MAP_AREA } from './filter-names.js'
import type { Filter } from './store.js'

/** Returns a filter as readable text: `author: Mei or Tom, year from 2020 to before 2024`. */
export function filterInWords(filter: Filter): string {
  return Object.entries(filter)
    .map(([field, condition]) => {
      if (field === MAP_AREA) return 'inside an area of the map'
      if (typeof condition !== 'object') return `${field}: ${condition}`
      if ('in' in condition) return `${field}: ${condition.in.join(' or ')}`
      const { from, until } = condition
      if (from === undefined) return `${field} before ${until}`
      return until === undefined ? `${field} from ${from}` : `${field} from ${from} to before ${until}`
    })
    .join(', ')
}
