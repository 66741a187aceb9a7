import type { Markup } from './markup.js'

/** The look of a report: light or dark as the reader has it. */
export const STYLE: Markup = {
  html: `:root {
  color-scheme: light dark;
  --text: #1c1c1a; --faint: #66645e; --ground: #fbfaf7; --rule: #dedbd2;
  --one: #0b6e6e; --two: #b4541a;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #ecebe6; --faint: #a3a097; --ground: #191917; --rule: #3a3934; --one: #5cc4c0; --two: #eb9a5f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h1 span { font-weight: 400; color: var(--faint); }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p { margin: .25rem 0 .75rem; }
h2 + p { color: var(--faint); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 34rem; font-size: .9rem; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { font-weight: 500; color: var(--faint); }
th:last-child, td:last-child { padding-right: 0; }
th.number, td.number { text-align: right; }
td:first-child { white-space: nowrap; }
.wide + p { margin-top: .75rem; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 1rem 0 1.5rem; }
figcaption { font-size: .9rem; color: var(--faint); margin-bottom: .25rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
svg .tick { fill: var(--faint); font-size: 11px; }
.grid { stroke: var(--rule); }
.mark { stroke: var(--faint); stroke-dasharray: 3 3; }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
.series-0 polyline { stroke: var(--one); } .series-0 circle, .series-0 text { fill: var(--one); }
.series-1 polyline { stroke: var(--two); } .series-1 circle, .series-1 text { fill: var(--two); }
.triplets { padding: 0; list-style: none; }
.triplets li { padding: .75rem 0; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
.pivot { font-weight: 600; }
.triplets dl { display: grid; grid-template-columns: max-content max-content 1fr; gap: .25rem .75rem; margin: 0; font-size: .9rem; }
.triplets dt, .triplets dd.number { color: var(--faint); }
.triplets dd.number { min-width: 2.75rem; text-align: right; }
dd { margin: 0; }
.options { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0 2rem; font-size: .9rem; }
.options div { display: flex; justify-content: space-between; gap: 1rem; padding: .2rem 0; border-bottom: 1px solid var(--rule); }
.options dt { color: var(--faint); } .options dd { font-variant-numeric: tabular-nums; text-align: right; }
summary { cursor: pointer; font-size: .9rem; margin: 1.5rem 0 .5rem; }
@media (max-width: 32rem) {
  svg text, svg .tick { font-size: 17px; }
  .triplets dl { grid-template-columns: 1fr max-content; }
  .triplets dd:not(.number) { grid-column: 1 / -1; margin-bottom: .5rem; }
}
@media print { details { display: none; } }
`
}
