import type { EventFigures } from './measure-events.js'

const HEADS = [
  '',
  'subjects',
  'first',
  'objects',
  '1-3',
  '4-6',
  '7-',
  'purity',
  'ami',
  'nearest',
  'voices',
  'mrr',
  'roles'
]

/** Figures side by side, a line for each of what was measured; shares in per cent. */
export function describeFigures(
  measured: readonly { readonly name: string; readonly figures: EventFigures }[]
): string {
  const rows = measured.map(({ name, figures }) => {
    const { subjects, objects, objectsByLength, verbs, voices } = figures
    const shares = [
      ...[subjects?.accuracy, subjects?.first, objects?.accuracy, ...objectsByLength.map((of) => of?.accuracy)],
      ...[verbs?.purity, verbs?.ami, verbs?.nearest, voices.top1, voices.mrr, voices.roles]
    ]
    return [name, ...shares.map((share) => (share === undefined ? '-' : (100 * share).toFixed(1)))]
  })
  const table = [HEADS, ...rows]
  const widths = HEADS.map((_, column) => Math.max(...table.map((cells) => cells[column].length)))
  const lines = table.map((cells) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  )
  return `${lines.join('\n')}\n`
}
