import { counted, printable } from '@leitmotif/command'
import type { EnrichReport } from '../ingest/elasticsearch/enrich.js'
import { formatCount, percent } from '../terminal/numbers.js'

/** Themes of the example that are shown. */
const SHOWN = 3

/** @param place options that name the collection, for the command that mends what is left */
export function enrichText(
  report: EnrichReport,
  { dryRun, remove }: { readonly dryRun: boolean; readonly remove: boolean },
  place: string
): string {
  const { index, read, written, same, changed, absent, missed, refused, mapped, problems, replaced, example } = report
  const what = remove ? 'restored' : 'enriched'
  const parts = [
    `${formatCount(written)} ${dryRun ? 'to be ' : ''}${what}`,
    `${formatCount(same)} unchanged`,
    ...(changed === 0 ? [] : [`${formatCount(changed)} changed since they were indexed`]),
    ...(absent === 0 ? [] : [`${formatCount(absent)} not in the collection`]),
    ...(missed === 0 ? [] : [`${formatCount(missed)} changed or removed meanwhile`]),
    ...(refused === 0 ? [] : [`${formatCount(refused)} refused`])
  ]
  const lines = [`${index}: ${counted(read, 'document')} read = ${parts.join(' + ')}`]
  if (mapped) lines.push(`fields leitmotif.* ${dryRun ? 'are to be added' : 'added'} to the mapping`)
  if (dryRun && example !== undefined) {
    const { themes, main_theme: main, run } = example.leitmotif
    const shares = themes.slice(0, SHOWN).map(({ name, share }) => `${name} (${percent(share)})`)
    const omitted = themes.length > SHOWN ? ', …' : ''
    lines.push(
      `for example ${example.id}: main_theme ${main ?? 'none'}; themes ${shares.join(', ')}${omitted}; run ${run}`
    )
  }
  if (replaced !== undefined)
    lines.push(
      `${dryRun ? 'would replace' : 'replaced'} themes that another collection, or one deleted since, had written (run ${replaced}); an index holds the themes of one collection`
    )
  for (const problem of problems) lines.push(`refused: ${problem}`)
  if (changed > 0)
    lines.push(
      `index what changed, then enrich again: leitmotif index elasticsearch:${index}${place} --enrich, with --text and other options as before`
    )
  if (missed > 0) lines.push('run this again for those that changed meanwhile')
  if (dryRun) lines.push('nothing was written')
  return `${lines.map(printable).join('\n')}\n`
}
