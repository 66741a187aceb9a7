/** How many colours themes have. */
export const COLOURS = 8

/** The kinds of colour themes that an editor has, as `contributes.colors` names them. */
export type Scheme = 'light' | 'dark' | 'highContrast' | 'highContrastLight'

const LIGHT = ['#1e78c9', '#aa9005', '#96245e', '#11a1a0', '#c65d62', '#50339e', '#327d13', '#733f0b'] as const

/**
 * The colour of each theme, the defaults of `leitmotif.theme1` … `leitmotif.theme8`: the page's eight, told apart by those who
 * see fewer colours (test/web-palette.test.ts); against black, eight of more contrast.
 */
export const PALETTE: Readonly<Record<Scheme, readonly string[]>> = {
  light: LIGHT,
  dark: ['#327baf', '#dcb63e', '#a3547a', '#1dbfb3', '#f97878', '#9d97ef', '#74eda0', '#b87714'],
  highContrast: ['#6265e4', '#f3ea37', '#bc4c8b', '#3bccd6', '#ff8b7e', '#9490fb', '#a7face', '#857d05'],
  highContrastLight: LIGHT
}

/** How the bar of a theme is drawn. */
export type Pattern = 'solid' | 'dashed' | 'dotted' | 'gapped'

/** The pattern that stands for each theme in high contrast, as well as its colour. */
export const PATTERNS: readonly Pattern[] = ['solid', 'dashed', 'dotted', 'gapped']

/** The name of a theme's colour among those that the extension contributes. */
export const colourId = (colour: number): string => `leitmotif.theme${colour + 1}`

/** Likewise of its background. */
export const backgroundId = (colour: number): string => `leitmotif.background${colour + 1}`
