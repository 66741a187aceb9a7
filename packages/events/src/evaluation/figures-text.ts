import { counted } from '@leitmotif/command'
import type { JudgedEvents } from './evaluate-pairs.js'
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

/** Returns a table of figures, a line for each model; shares are in per cent. */
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

/** Returns the agreement of people's judgements of headline pairs with cosines, a line for each file and model. */
export function describePairs(
  measured: readonly { readonly name: string; readonly pairs: Readonly<Record<string, JudgedEvents | undefined>> }[]
): string {
  return measured
    .flatMap(({ name, pairs }) =>
      Object.entries(pairs).map(([file, of]) =>
        of === undefined
          ? `${file}, ${name}: fewer than three pairs of events\n`
          : `${file}, ${name}: Spearman ${of.spearman.toFixed(3)}, Pearson ${of.pearson.toFixed(3)}, ${counted(of.pairs, 'pair')}\n`
      )
    )
    .join('')
}
