import { SLOTS } from '../data/catalogue.js'

/**
 * Returns the class of each theme's colour in one document, where most themes are often of one group: the most frequent
 * themes have a colour each, further ones none.
 * @param themes the most frequent first.
 */
export function themeHues(themes: readonly string[]): (theme: string | undefined) => string {
  const slots = new Map(themes.slice(0, SLOTS).map((theme, slot) => [theme, slot]))
  return (theme) => {
    const slot = theme === undefined ? undefined : slots.get(theme)
    return slot === undefined ? 'slot-none' : `slot-${slot}`
  }
}
