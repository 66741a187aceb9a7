import { html, type Markup } from './markup.js'

/** The style of all reports: light or dark as the reader's system is set, and suitable for printing. */
const STYLE: Markup = {
  html: `:root {
  color-scheme: light dark;
  --text: #1c1c1a; --faint: #66645e; --ground: #fbfaf7; --rule: #dedbd2;
  --one: #0b6e6e; --two: #b4541a;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #ecebe6; --faint: #a3a097; --ground: #191917; --rule: #3a3934; --one: #5cc4c0; --two: #eb9a5f; }
}
* { box-sizing: border-box; }
a, b, code, em, span, strong, summary, td, th { unicode-bidi: isolate; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h1 span { font-weight: 400; color: var(--faint); }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p { margin: .25rem 0 .75rem; }
h2 + p { color: var(--faint); font-size: .9rem; }
.wide {
  overflow-x: auto;
  /* A shadow at the right edge as long as there is more. */
  background:
    linear-gradient(to left, var(--ground) 40%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to left, color-mix(in oklab, var(--text) 30%, transparent), transparent) right / .6rem 100% no-repeat scroll;
}
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
dd { margin: 0; }
summary { cursor: pointer; font-size: .9rem; margin: 1.5rem 0 .5rem; }
@media (max-width: 32rem) {
  svg text, svg .tick { font-size: 17px; }
}
@media print { details { display: none; } .wide { background: none; } }
`
}

/** Returns a self-contained page without scripts, files or network access. `style` is additional CSS. */
export function reportPage({
  title,
  style,
  body
}: {
  readonly title: string
  readonly style: Markup
  readonly body: Markup
}): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${STYLE} ${style}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `
  return page.html
}

/** Returns about `count` round numbers at equal distances whose range includes both ends. */
export function ticks(least: number, most: number, count: number): number[] {
  const span = most > least ? most - least : Math.abs(most) || 1
  const rough = span / (count - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const distance = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10)
  const first = Math.floor(least / distance + 1e-9)
  const last = Math.max(first + 1, Math.ceil(most / distance - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * distance)
}
