import { html, type Markup } from '@leitmotif/command'

/** Draws a share with its interval as a bar from 0 to `most`. All values are from 0 to 1. */
export function shareBar(
  { share, low, high }: { readonly share: number; readonly low: number; readonly high: number },
  most: number
): Markup {
  const at = (value: number): number => round((100 * Math.min(value, most)) / (most || 1))
  return html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect x="0" y="1" width="${at(share)}" height="8" />
    <line x1="${at(low)}" x2="${at(high)}" y1="5" y2="5" />
  </svg>`
}

/** Draws a count as a bar from 0 to `most`. The fainter part is the number expected by chance. */
export function foundBar(found: number, expected: number, most: number): Markup {
  const at = (value: number): number => round((100 * value) / most)
  return html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="expected" x="0" y="1" width="${at(expected)}" height="8" />
    <rect x="${at(expected)}" y="1" width="${at(found - expected)}" height="8" />
  </svg>`
}

/** Draws a change from one share to another, on a line from 0 to `most`. */
export function changeLine(first: number, last: number, most: number): Markup {
  const at = (value: number): number => round(3 + (194 * value) / (most || 1))
  return html`<svg viewBox="0 0 200 12" aria-hidden="true">
    <line class="track" x1="3" x2="197" y1="6" y2="6" />
    <line x1="${at(first)}" x2="${at(last)}" y1="6" y2="6" />
    <circle class="from" cx="${at(first)}" cy="6" r="3" />
    <circle cx="${at(last)}" cy="6" r="4" />
  </svg>`
}

/** One time of a chart. */
export interface TimePoint {
  /** Position on the axis: consecutive times are 1 apart. */
  readonly place: number
  readonly name: string
  readonly value: number
  /** Its interval; none is drawn if absent. */
  readonly low?: number
  readonly high?: number
  readonly few?: boolean
}

export interface TimeChart {
  readonly title: string
  /** In the order of their places; at least one. */
  readonly points: readonly TimePoint[]
  readonly shown: (value: number) => string
  /** Whether all values may be equal. The line is then dashed. */
  readonly level?: boolean
  /** Width in units of the drawing, which is scaled to the available width. */
  readonly width?: number
}

const HEIGHT = 104
const MARGIN = { top: 14, right: 6, bottom: 18, left: 4 }
/** Intervals above this multiple of the largest value are cut off. */
const HEADROOM = 1.5

/**
 * Draws a value over time with its interval, from 0. Points with few sentences are hollow, not connected to the line,
 * and do not affect the scale.
 */
export function timeChart({ title, points, shown, level = false, width = 240 }: TimeChart): Markup {
  const { x, y, most, bottom } = scales(points, width)
  const sure = points.filter(({ few }) => !few)
  const band = [
    ...sure.map(({ place, high, value }) => `${x(place)},${y(high ?? value)}`),
    ...[...sure].reverse().map(({ place, low, value }) => `${x(place)},${y(low ?? value)}`)
  ]
  const line = sure.map(({ place, value }) => `${x(place)},${y(value)}`)
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg class="times" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${spoken(title, points, shown)}">
      ${frame(points, width, most, bottom, shown)}
      ${
        sure.length === 0
          ? NONE
          : html`<path class="band" d="M${band.join('L')}Z" />
              <path class="line${level ? ' level' : ''}" d="M${line.join('L')}" />`
      }
      ${points.map((point) => {
        const [left, top, title] = [x(point.place), y(point.value), html`<title>${told(point, shown)}</title>`]
        // A point above the scale is drawn as an arrow.
        return point.value > most
          ? html`<path class="few" d="M${left},${round(top - 4)}l3,5h-6z">${title}</path>`
          : html`<circle ${point.few ? FEW : NONE} cx="${left}" cy="${top}" r="2.4">${title}</circle>`
      })}
    </svg>
  </figure>`
}

/** Draws the amount at each time as columns. */
export function timeColumns({ title, points, shown, width = 770 }: TimeChart): Markup {
  const { x, y, most, bottom, step } = scales(points, width)
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg class="times" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${spoken(title, points, shown)}">
      ${frame(points, width, most, bottom, shown)}
      ${points.map(
        (point) =>
          html`<rect
            x="${round(x(point.place) - 0.4 * step)}"
            y="${y(point.value)}"
            width="${round(0.8 * step)}"
            height="${round(bottom - y(point.value))}"
          >
            <title>${told(point, shown)}</title>
          </rect>`
      )}
    </svg>
  </figure>`
}

const FEW: Markup = { html: 'class="few"' }
const NONE: Markup = { html: '' }

function scales(points: readonly TimePoint[], width: number) {
  const [first, last] = [points[0].place, points[points.length - 1].place]
  const step = (width - MARGIN.left - MARGIN.right) / (last - first + 1)
  const bottom = HEIGHT - MARGIN.bottom
  const sure = points.some(({ few }) => !few) ? points.filter(({ few }) => !few) : points
  const greatest = Math.max(...sure.map(({ value }) => value))
  const most = Math.min(Math.max(...sure.map(({ value, high }) => high ?? value)), HEADROOM * greatest) || 1
  return {
    step,
    bottom,
    most,
    x: (place: number): number => round(MARGIN.left + (place - first + 0.5) * step),
    y: (value: number): number => round(bottom - (Math.min(value, most) / most) * (bottom - MARGIN.top))
  }
}

/** Draws the time axis with its ends, and the largest value. */
function frame(
  points: readonly TimePoint[],
  width: number,
  most: number,
  bottom: number,
  shown: (value: number) => string
): Markup {
  const [first, last] = [points[0], points[points.length - 1]]
  return html`<line x1="0" x2="${width}" y1="${bottom}" y2="${bottom}" />
    <line x1="0" x2="${width}" y1="${MARGIN.top}" y2="${MARGIN.top}" stroke-dasharray="2 3" />
    <text class="tick" x="0" y="${MARGIN.top - 4}">${shown(most)}</text>
    <text class="tick" x="0" y="${HEIGHT - 5}">${first.name}</text>
    ${last === first ? NONE : html`<text class="tick" x="${width}" y="${HEIGHT - 5}" text-anchor="end">${last.name}</text>`}`
}

function told({ name, value, low, high, few }: TimePoint, shown: (value: number) => string): string {
  const between = low === undefined || high === undefined ? '' : ` (${shown(low)} to ${shown(high)})`
  return `${name}: ${shown(value)}${between}${few ? ', few sentences or documents' : ''}`
}

/** Describes a chart in words. */
function spoken(title: string, points: readonly TimePoint[], shown: (value: number) => string): string {
  return `${title}. ${points.map(({ name, value }) => `${name}: ${shown(value)}`).join('; ')}`
}

function round(place: number): number {
  return Math.round(place * 10) / 10
}
