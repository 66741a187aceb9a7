import * as vscode from 'vscode'
import type { Analyses } from '../state/analyses.js'
import { barPicture } from './pictures.js'
import { backgroundId, COLOURS, colourId } from './palette.js'
import { paragraphLines } from './paragraph-ranges.js'
import { onColours, paletteNow, patternNow, svgUri } from './theme-colours.js'

/**
 * Colours the paragraphs of visible drafts by theme. Settings decide whether in the margin, the background and the
 * overview ruler.
 */
export function showParagraphColours({ subscriptions }: vscode.ExtensionContext, analyses: Analyses): void {
  let marks = createMarks()
  const paint = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      const analysis = analyses.of(editor.document.uri)
      const lines = analysis && paragraphLines(analysis)
      marks.forEach((mark, colour) => {
        const ranges = lines?.[colour].map(({ first, last }) => new vscode.Range(first, 0, last, 0)) ?? []
        editor.setDecorations(mark, ranges)
      })
    }
  }
  const repaint = (): void => {
    for (const mark of marks) mark.dispose()
    marks = createMarks()
    paint()
  }
  subscriptions.push(
    analyses.onDidChange(paint),
    vscode.window.onDidChangeVisibleTextEditors(paint),
    onColours(repaint),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('leitmotif.colours')) repaint()
    }),
    new vscode.Disposable(() => {
      for (const mark of marks) mark.dispose()
    })
  )
  paint()
}

/** Returns one decoration type for each colour. */
function createMarks(): vscode.TextEditorDecorationType[] {
  const settings = vscode.workspace.getConfiguration('leitmotif.colours')
  const margin = settings.get<boolean>('margin', true)
  const background = settings.get<boolean>('background', false)
  const ruler = settings.get<boolean>('overviewRuler', true)
  const palette = paletteNow()
  return Array.from({ length: COLOURS }, (_, colour) =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
      ...(margin && {
        gutterIconPath: svgUri(barPicture(palette[colour], patternNow(colour) ?? 'solid')),
        gutterIconSize: '100% 100%'
      }),
      ...(background && { backgroundColor: new vscode.ThemeColor(backgroundId(colour)) }),
      ...(ruler && {
        overviewRulerColor: new vscode.ThemeColor(colourId(colour)),
        overviewRulerLane: vscode.OverviewRulerLane.Left
      })
    })
  )
}
