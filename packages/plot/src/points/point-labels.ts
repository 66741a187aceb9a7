import type { Size } from './camera.js'

/** A label at a position of the screen. */
export interface Label {
  readonly id: string
  readonly text: string
  /** The label's centre in CSS pixels from the left and top. */
  readonly left: number
  readonly top: number
  /** Labels of greater weight are placed first. */
  readonly weight: number
}

/** A part of the screen, in CSS pixels from the left and top. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Approximate width and height of a label with its margin, in CSS pixels. */
const [CHARACTER, PADDING, LINE] = [7, 16, 24]

/** Returns half of a label's width. */
function halfOf(text: string): number {
  return (text.length * CHARACTER + PADDING) / 2
}

/** Returns the part of the screen that a label takes. */
export function boxOf({ text, left, top }: Label): Box {
  const half = halfOf(text)
  return { left: left - half, right: left + half, top: top - LINE / 2, bottom: top + LINE / 2 }
}

/** Returns a label moved horizontally until it is within the screen. */
export function keepInside(label: Label, { width }: { width: number }): Label {
  const half = halfOf(label.text)
  return { ...label, left: Math.max(half, Math.min(width - half, label.left)) }
}

/**
 * Returns up to `most` labels that do not overlap, leave the screen or lie under what covers it, those of greatest weight
 * first.
 */
export function placeLabels(
  labels: readonly Label[],
  size: { width: number; height: number },
  most: number,
  covered: readonly Box[] = []
): Label[] {
  const taken = [...covered]
  const placed: Label[] = []
  for (const label of [...labels].sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    if (placed.length >= most) break
    const box = boxOf(label)
    if (box.left < 0 || box.right > size.width || box.top < 0 || box.bottom > size.height) continue
    if (
      taken.some(
        (other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top
      )
    )
      continue
    taken.push(box)
    placed.push(label)
  }
  return placed
}

/** Returns the style that positions a label in whole pixels; `plot.css` centres it there. */
export function placeOf({ left, top }: Pick<Label, 'left' | 'top'>): { transform: string } {
  return { transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)` }
}

/** Returns the first `most` characters of a text, cut between words if that loses few. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 12))} …`
}

/** Distance of a card from its point, and from the edges of the screen, in CSS pixels. */
const [BESIDE, EDGE] = [14, 8]

/** Returns the left and top of a card below and right of a point, or on its other sides where it would leave the screen. */
export function placeCard(at: readonly [left: number, top: number], card: Size, screen: Size): [number, number] {
  const along = (point: number, length: number, end: number): number => {
    const after = point + BESIDE
    const start = after + length + EDGE <= end ? after : point - BESIDE - length
    return Math.max(EDGE, Math.min(end - EDGE - length, start))
  }
  return [along(at[0], card.width, screen.width), along(at[1], card.height, screen.height)]
}
