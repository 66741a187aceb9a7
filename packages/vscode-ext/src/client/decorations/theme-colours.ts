import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import { dotPicture } from './pictures.js'
import { colourId, PALETTE, PATTERNS, type Pattern, type Scheme } from './palette.js'
import { sharePicture } from './pictures.js'

/** The dot beside a theme's name; a picture, as the editor draws icons in the text's colour where a row is selected. */
export function themeDot(colour: number | undefined): vscode.ThemeIcon | vscode.Uri {
  return colour === undefined
    ? new vscode.ThemeIcon('circle-outline', new vscode.ThemeColor('descriptionForeground'))
    : svgUri(dotPicture(paletteNow()[colour], patternNow(colour)))
}

/** Calls `draw` where pictures are to be drawn anew. */
export function onColours(draw: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveColorTheme(draw),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('workbench.colorCustomizations')) draw()
    })
  )
}

/** The themes of a section as a bar, for the kind of colour theme that the editor has now. */
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

/** The colours of themes as the writer has them now, in pictures, which can name no colour of the editor. */
export function paletteNow(): readonly string[] {
  const set = vscode.workspace.getConfiguration('workbench').get<Record<string, unknown>>('colorCustomizations', {})
  return PALETTE[scheme()].map((standard, colour) => {
    const own = set[colourId(colour)]
    return typeof own === 'string' && /^#[0-9a-f]{3,8}$/i.test(own) ? own : standard
  })
}

/** In high contrast, themes differ by their line as well. */
export function patternNow(colour: number): Pattern | undefined {
  return scheme().startsWith('highContrast') ? PATTERNS[colour % PATTERNS.length] : undefined
}

/** The address of a picture that is in it. */
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
