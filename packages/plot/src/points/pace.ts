/** A frame that takes longer than this has fewer points after it, in milliseconds; one that takes less than half has more: 60 a second do. */
const SLOW_MS = 45
/** The least share of the points that is drawn. */
const LEAST = 1 / 16
/** All of them are drawn once nothing has moved for so long, in milliseconds. */
const REST_MS = 150

export interface Pace {
  /** Draws now, some of the points while frames follow one another slowly, and all of them once they rest. */
  readonly draw: (paint: (share: number) => void) => void
  readonly stop: () => void
}

/** Keeps movement smooth where drawing all points takes too long, as without a graphics card. */
export function paceFrames(): Pace {
  let share = 1
  let [frame, rest] = [0, 0]
  let measuring = false
  /** How long the browser takes from one frame to the next with what was drawn on its way to the screen. */
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

/** The share of the points that the next frame draws, after one that drew `share` of them and took so long. */
export function nextShare(share: number, took: number): number {
  if (took > SLOW_MS) return Math.max(LEAST, share * Math.max(1 / 8, SLOW_MS / took))
  return took < SLOW_MS / 2 ? Math.min(1, share * 2) : share
}
