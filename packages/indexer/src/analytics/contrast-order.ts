/** Maximum number of themes listed of each part, and of those that may be chance if none of the part is certain. */
export const LISTED_THEMES = 12
const UNCERTAIN = 3

interface ListedDifference {
  readonly larger: 'a' | 'b'
  readonly certain: boolean
}

/**
 * Returns the differences that all views list of a part, in the order of `themes`: those that are certain, or if there
 * are none, the first that may be chance.
 */
export function listedOf<D extends ListedDifference>(themes: readonly D[], part: 'a' | 'b'): D[] {
  const listed = themes.filter((theme) => theme.larger === part)
  const certain = listed.filter((theme) => theme.certain).slice(0, LISTED_THEMES)
  return certain.length > 0 ? certain : listed.slice(0, UNCERTAIN)
}
