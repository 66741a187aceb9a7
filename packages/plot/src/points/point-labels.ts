/** A name at a place of the screen. */
export interface Label {
  readonly id: string
  readonly text: string
  /** CSS pixels from the left and top; the label's middle. */
  readonly left: number
  readonly top: number
  /** Higher is placed first. */
  readonly weight: number
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** About how wide and high a label is, in CSS pixels, with the air around it. */
const [CHARACTER, PADDING, LINE] = [7, 16, 24]

/** Half of a label's width. */
function halfOf(text: string): number {
  return (text.length * CHARACTER + PADDING) / 2
}

/** A label moved to the left or right until it ends inside of the screen. */
export function keepInside(label: Label, { width }: { width: number }): Label {
  const half = halfOf(label.text)
  return { ...label, left: Math.max(half, Math.min(width - half, label.left)) }
}

/** The labels that can stand without touching one another or leaving the screen, the weightiest first; at most `most`. */
export function placeLabels(labels: readonly Label[], size: { width: number; height: number }, most: number): Label[] {
  const taken: Box[] = []
  const placed: Label[] = []
  for (const label of [...labels].sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    if (placed.length >= most) break
    const half = halfOf(label.text)
    const box = {
      left: label.left - half,
      right: label.left + half,
      top: label.top - LINE / 2,
      bottom: label.top + LINE / 2
    }
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

/** Where a label stands, in whole pixels; `plot.css` puts its middle there. */
export function placeOf({ left, top }: Label): { transform: string } {
  return { transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)` }
}

/** The first `most` characters of a text, cut between words where that loses few. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 12))} …`
}
