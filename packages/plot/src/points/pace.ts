/** Target frame time in milliseconds: after a longer frame, fewer points are drawn; after one of less than half, more. */
const SLOW_MS = 45
/** The smallest share of the points to draw. */
const LEAST = 1 / 16
/** Idle time in milliseconds after which all points are drawn. */
const REST_MS = 150

export interface Pace {
  /** Draws a frame: some of the points while frames are slow, all points when the map is idle. */
  readonly draw: (paint: (share: number) => void) => void
  readonly stop: () => void
}

/** Adapts the number of drawn points, so that movement is smooth without a graphics card. */
export function paceFrames(): Pace {
  let share = 1
  let [frame, rest] = [0, 0]
  let measuring = false
  /** Measures the time until the next frame. */
  const measure = (): void => {
    if (measuring) return
    measuring = true
    frame = requestAnimationFrame((began) => {
      frame = requestAnimationFrame((now) => {
        measuring = false
        share = nextShare(share, now - began)
      })
    })
  }
  return {
    draw: (paint) => {
      clearTimeout(rest)
      paint(share)
      if (share < 1) rest = window.setTimeout(paint, REST_MS, 1)
      measure()
    },
    stop: () => {
      cancelAnimationFrame(frame)
      clearTimeout(rest)
    }
  }
}

/** Returns the share of points for the next frame, after a frame that drew `share` of them and took so long. */
export function nextShare(share: number, took: number): number {
  if (took > SLOW_MS) return Math.max(LEAST, share * Math.max(1 / 8, SLOW_MS / took))
  return took < SLOW_MS / 2 ? Math.min(1, share * 2) : share
}
