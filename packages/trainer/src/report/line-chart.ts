import { html, ticks, type Markup } from '@leitmotif/command'

export interface LineChart {
  readonly title: string
  /** Finite points, in the order of x; at least one altogether. */
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[]
  /** An x to mark, with its tooltip. */
  readonly mark?: { readonly x: number; readonly text: string }
  /** Minimum number of decimals on the y axis. */
  readonly digits: number
}

/** In SVG units; the chart scales to the width of the page. */
const WIDTH = 640
const HEIGHT = 260
const MARGIN = { top: 14, right: 118, bottom: 34, left: 48 }
/** Minimum distance between the names of two lines. */
const LINE_HEIGHT = 15
/** Maximum number of points drawn as dots. */
const MAX_DOTS = 120

/** Returns a line chart as inline SVG: axes, grid, each line's name at its end, and tooltips of points. */
export function lineChart({ title, series, mark, digits }: LineChart): Markup {
  const points = series.flatMap((line) => line.points)
  const ticksX = ticks(0, Math.max(...points.map(([x]) => x)), 6)
  const [least, most] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))]
  // A flat line gets an axis from zero: one that extends above it would show shares above 1.
  const ticksY = least < most ? ticks(least, most, 5) : ticks(Math.min(0, least), most < 0 ? 0 : most || 1, 5)
  const digitsY = digitsOf(ticksY, digits)
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom]
  const [leastY, mostY] = [ticksY[0], ticksY[ticksY.length - 1]]
  const placeX = (x: number): number => round(MARGIN.left + (x / ticksX[ticksX.length - 1]) * (right - MARGIN.left))
  const placeY = (y: number): number => round(bottom - ((y - leastY) / (mostY - leastY)) * (bottom - MARGIN.top))

  const grid = ticksY.map(
    (y) =>
      html`<line class="grid" x1="${MARGIN.left}" x2="${right}" y1="${placeY(y)}" y2="${placeY(y)}" />
        <text class="tick" x="${MARGIN.left - 8}" y="${placeY(y) + 4}" text-anchor="end">${y.toFixed(digitsY)}</text>`
  )
  const steps = ticksX.map(
    (x) => html`<text class="tick" x="${placeX(x)}" y="${bottom + 18}" text-anchor="middle">${thousands(x)}</text>`
  )
  const marked =
    mark === undefined
      ? []
      : [
          html`<line class="mark" x1="${placeX(mark.x)}" x2="${placeX(mark.x)}" y1="${MARGIN.top}" y2="${bottom}">
            <title>${mark.text}</title>
          </line>`
        ]
  const ends = separateLabels(series.map(({ points: of }) => placeY(of[of.length - 1][1])))
  const lines = series.map(({ name, points: of }, s) => {
    const path = of.map(([x, y]) => `${placeX(x)},${placeY(y)}`).join(' ')
    const dots = of.length > MAX_DOTS ? [] : of
    return html`<g class="series-${s}">
      <polyline points="${path}" />
      ${dots.map(
        ([x, y]) =>
          html`<circle cx="${placeX(x)}" cy="${placeY(y)}" r="2.5">
            <title>${name}, step ${thousands(x)}: ${y.toFixed(digitsY + 2)}</title>
          </circle>`
      )}
      <text x="${right + 10}" y="${ends[s] + 4}">${name}</text>
    </g>`
  })
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${grid} ${steps} ${marked} ${lines}</svg>
  </figure>`
}

/** Returns the decimals, from `least` to six, with which all steps between ticks look equal. */
function digitsOf(ticks: readonly number[], least: number): number {
  const step = ticks[1] - ticks[0]
  let digits = least
  while (digits < 6 && Math.abs(Number(step.toFixed(digits)) - step) > step / 100) digits++
  return digits
}

/** Moves labels down that would overlap. */
function separateLabels(places: readonly number[]): number[] {
  const moved = [...places]
  const order = [...places.keys()].sort((a, b) => places[a] - places[b])
  order.slice(1).forEach((at, i) => {
    moved[at] = Math.max(moved[at], moved[order[i]] + LINE_HEIGHT)
  })
  return moved
}

function thousands(x: number): string {
  return x.toLocaleString('en')
}

function round(place: number): number {
  return Math.round(place * 10) / 10
}
