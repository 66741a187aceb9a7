import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import { dotPicture } from './pictures.js'
import { colourId, PALETTE, PATTERNS, type Pattern, type Scheme } from './palette.js'
import { sharePicture } from './pictures.js'

/**
 * Returns the dot beside a theme's name. It is a picture, because VS Code draws the icon of a selected row in the
 * text's colour.
 */
export function themeDot(colour: number | undefined): vscode.ThemeIcon | vscode.Uri {
  return colour === undefined
    ? new vscode.ThemeIcon('circle-outline', new vscode.ThemeColor('descriptionForeground'))
    : svgUri(dotPicture(paletteNow()[colour], patternNow(colour)))
}

/** Calls `draw` when the colours change. */
export function onColours(draw: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveColorTheme(draw),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('workbench.colorCustomizations')) draw()
    })
  )
}

/** Returns the theme shares of a section as a bar, for the current colour theme. */
export function shareIcon(
  draft: ShownAnalysis,
  shares: readonly { readonly theme: number; readonly share: number }[]
): vscode.Uri {
  const colours = paletteNow()
  const picture = sharePicture(
    shares.flatMap(({ theme, share }) => {
      const shown = draft.themes.at(theme)
      return theme < 0 || !shown ? [] : [{ colour: colours[shown.colour], share }]
    })
  )
  return svgUri(picture)
}

/** Returns the theme colours with the writer's customisations, for pictures, which cannot refer to a colour id. */
export function paletteNow(): readonly string[] {
  const set = vscode.workspace.getConfiguration('workbench').get<Record<string, unknown>>('colorCustomizations', {})
  return PALETTE[scheme()].map((standard, colour) => {
    const own = set[colourId(colour)]
    return typeof own === 'string' && /^#[0-9a-f]{3,8}$/i.test(own) ? own : standard
  })
}

/** Returns the pattern of a theme in high contrast; undefined in other colour themes. */
export function patternNow(colour: number): Pattern | undefined {
  return scheme().startsWith('highContrast') ? PATTERNS[colour % PATTERNS.length] : undefined
}

/** Returns a data URI of a picture. */
export function svgUri(picture: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(picture)}`)
}

const SCHEMES: Readonly<Record<vscode.ColorThemeKind, Scheme>> = {
  [vscode.ColorThemeKind.Light]: 'light',
  [vscode.ColorThemeKind.Dark]: 'dark',
  [vscode.ColorThemeKind.HighContrast]: 'highContrast',
  [vscode.ColorThemeKind.HighContrastLight]: 'highContrastLight'
}

export function scheme(): Scheme {
  return SCHEMES[vscode.window.activeColorTheme.kind]
}
