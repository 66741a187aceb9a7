import type { Markup } from '@leitmotif/command'

/** Additional styles of collection reports. */
export const STYLE: Markup = {
  html: `main { max-width: 58rem; }
.lead { font-size: 1.1rem; line-height: 1.55; margin: 1rem 0; }
.facts { color: var(--faint); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .9rem; margin: 1.25rem 0 0; }
a { color: var(--one); text-underline-offset: .15em; }
table { min-width: 0; }
td:first-child { white-space: normal; }
td { overflow-wrap: anywhere; }
thead th { vertical-align: bottom; }
tr.group > td { font-weight: 600; }
.bar { width: 30%; min-width: 7rem; vertical-align: middle; }
.bar svg, .change svg { height: 1rem; overflow: visible; }
.bar rect, .times rect { fill: var(--one); }
.bar rect.expected { opacity: .35; }
.bar line { stroke: var(--text); stroke-width: 1.25; vector-effect: non-scaling-stroke; opacity: .55; }
.change { width: 34%; min-width: 8rem; vertical-align: middle; }
.change line { stroke-width: 3; vector-effect: non-scaling-stroke; }
.rising line { stroke: var(--one); } .falling line { stroke: var(--two); }
.rising circle { fill: var(--one); } .falling circle { fill: var(--two); }
.change circle.from { fill: var(--ground); stroke-width: 2; }
.rising circle.from { stroke: var(--one); } .falling circle.from { stroke: var(--two); }
.change line.track { stroke: var(--rule); stroke-width: 1; }
.faint { color: var(--faint); font-weight: 400; }
.multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.25rem 1.75rem; margin: 1rem 0; }
.multiples figure { margin: 0; break-inside: avoid; }
.multiples figcaption { color: var(--text); font-weight: 500; line-height: 1.3; min-height: 2.6em; display: flex; align-items: flex-end; }
.multiples svg text, .multiples svg .tick { font-size: 11px; }
.times path.band { fill: var(--one); opacity: .18; }
.times path.line { fill: none; stroke: var(--one); stroke-width: 1.75; stroke-linejoin: round; }
.times path.level { stroke-dasharray: 4 4; }
.times circle { fill: var(--one); } .times .few { fill: var(--ground); stroke: var(--one); }
.times line { stroke: var(--rule); }
.heat td.number { background: color-mix(in oklab, var(--one) calc(var(--heat) * 42%), transparent); text-align: center; padding: .35rem .4rem; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.heat th.number { text-align: center; padding: .35rem .4rem; max-width: 9rem; overflow-wrap: break-word; white-space: normal; }
.heat td:first-child { min-width: 9rem; }
.heat tr > :first-child { position: sticky; left: 0; background: var(--ground); }
.passages { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); gap: 0 2rem; }
.passages section { break-inside: avoid; }
blockquote { margin: .5rem 0 1rem; padding-left: 1rem; border-left: 3px solid var(--rule); overflow-wrap: anywhere; }
blockquote footer { font-size: .85rem; color: var(--faint); margin-top: .25rem; }
blockquote .off { color: var(--faint); }
@media (max-width: 32rem) {
  .passages { grid-template-columns: 1fr; }
  .hide-narrow { display: none; }
}
@media print {
  :root { --text: #000; --faint: #444; --ground: #fff; --rule: #ccc; --one: #0b6e6e; --two: #b4541a; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; } nav { display: none; }
  .heat th.number { overflow-wrap: anywhere; } .heat td:first-child { min-width: 0; }
  h2, h3 { break-after: avoid; } tr, blockquote { break-inside: avoid; }
}
`
}
