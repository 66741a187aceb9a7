import type { Markup } from '@leitmotif/command'

/** What a report of a training adds to the look of reports. */
export const STYLE: Markup = {
  html: `.mark { stroke: var(--faint); stroke-dasharray: 3 3; }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
.series-0 polyline { stroke: var(--one); } .series-0 circle, .series-0 text { fill: var(--one); }
.series-1 polyline { stroke: var(--two); } .series-1 circle, .series-1 text { fill: var(--two); }
.triplets { padding: 0; list-style: none; }
.triplets li { padding: .75rem 0; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
.pivot { font-weight: 600; }
.triplets dl { display: grid; grid-template-columns: max-content max-content 1fr; gap: .25rem .75rem; margin: 0; font-size: .9rem; }
.triplets dt, .triplets dd.number { color: var(--faint); }
.triplets dd.number { min-width: 2.75rem; text-align: right; }
.options { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0 2rem; font-size: .9rem; }
.options div { display: flex; justify-content: space-between; gap: 1rem; padding: .2rem 0; border-bottom: 1px solid var(--rule); }
.options dt { color: var(--faint); } .options dd { font-variant-numeric: tabular-nums; text-align: right; }
@media (max-width: 32rem) {
  .triplets dl { grid-template-columns: 1fr max-content; }
  .triplets dd:not(.number) { grid-column: 1 / -1; margin-bottom: .5rem; }
}
`
}
