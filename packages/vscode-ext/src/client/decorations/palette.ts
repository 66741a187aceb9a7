/** The number of theme colours. */
export const COLOURS = 8

/** The kinds of an editor's colour theme, as named in `contributes.colors`. */
export type Scheme = 'light' | 'dark' | 'highContrast' | 'highContrastLight'

const LIGHT = ['#1e78c9', '#aa9005', '#96245e', '#11a1a0', '#c65d62', '#50339e', '#327d13', '#733f0b'] as const

/**
 * The default colours of `leitmotif.theme1` … `leitmotif.theme8`: the eight colours of the page, which remain distinct for
 * colour-blind readers (test/web-palette.test.ts). High contrast on black uses eight other colours.
 */
export const PALETTE: Readonly<Record<Scheme, readonly string[]>> = {
  light: LIGHT,
  dark: ['#327baf', '#dcb63e', '#a3547a', '#1dbfb3', '#f97878', '#9d97ef', '#74eda0', '#b87714'],
  highContrast: ['#6265e4', '#f3ea37', '#bc4c8b', '#3bccd6', '#ff8b7e', '#9490fb', '#a7face', '#857d05'],
  highContrastLight: LIGHT
}

/** The line pattern of a theme's bar. */
export type Pattern = 'solid' | 'dashed' | 'dotted' | 'gapped'

/** The patterns that distinguish themes in high contrast, in addition to colours. */
export const PATTERNS: readonly Pattern[] = ['solid', 'dashed', 'dotted', 'gapped']

/** Returns the id of a theme's colour in `contributes.colors`. */
export const colourId = (colour: number): string => `leitmotif.theme${colour + 1}`

/** Returns the id of a theme's background in `contributes.colors`. */
export const backgroundId = (colour: number): string => `leitmotif.background${colour + 1}`
