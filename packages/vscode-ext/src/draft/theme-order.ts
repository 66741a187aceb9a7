/** A theme's share of the draft must be so much another than when it was given its place for it to be given one anew. */
const STEADY = 0.03

/**
 * Orders the themes of a draft while it is edited: the largest first, but no two change places for a few words more or less. Gives their
 * indices in that order.
 */
export function createThemeOrder(): (themes: readonly { readonly id: string; readonly share: number }[]) => number[] {
  let last: ReadonlyMap<string, { readonly share: number; readonly place: number }> = new Map()
  return (themes) => {
    const placed = themes.map(({ id, share }, index) => {
      const before = last.get(id)
      const stays = before !== undefined && Math.abs(before.share - share) <= STEADY
      return { id, index, share: stays ? before.share : share, place: before?.place ?? Infinity }
    })
    // Of equals the one that was before the other; both new: as they are given. (∞ - ∞ is no number.)
    placed.sort((a, b) => b.share - a.share || (a.place === b.place ? a.index - b.index : a.place - b.place))
    last = new Map(placed.map(({ id, share }, place) => [id, { share, place }]))
    return placed.map(({ index }) => index)
  }
}
