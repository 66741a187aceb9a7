import { printJson, wholeNumber } from '@leitmotif/command'
import { Command, Option } from 'commander'
import pc from 'picocolors'
import { collect, encoderOption, inOption, jsonOption, openEncoder, parseFilter, withCollection } from './collection.js'
import { SEARCH_DEFAULTS, SEARCH_MODES, searchCollection, type SearchMode, type SearchResult } from './search.js'
import { MAX_HITS } from './store.js'
import { textWidth, wrap } from './text-lines.js'

interface Flags {
  readonly in: string
  readonly encoder: string
  readonly mode: SearchMode
  readonly hits: number
  readonly filter: readonly string[]
  readonly json: boolean
}

/** `leitmotif search`: the sentences of a collection that are nearest to a text. */
export function searchCommand(): Command {
  return new Command('search')
    .description('Finds the sentences of a collection that are on the theme of a text, whatever their words.')
    .argument('<text...>', 'what to look for: a sentence says more than a word')
    .addOption(inOption())
    .addOption(
      new Option('--mode <mode>', 'thematic: near in theme; keyword: sharing words; hybrid: both rankings fused')
        .choices(SEARCH_MODES)
        .default(SEARCH_DEFAULTS.mode)
    )
    .option('-n, --hits <count>', `hits at most, 1 to ${MAX_HITS}`, wholeNumber(1, MAX_HITS), SEARCH_DEFAULTS.k)
    .option(
      '--filter <field=value>',
      'only sentences whose field, document, title or theme is this; may be repeated',
      collect,
      []
    )
    .addOption(encoderOption())
    .addOption(jsonOption())
    .action(async (text: string[], flags: Flags) => {
      const encoder = await openEncoder(flags.encoder)
      const result = await withCollection(flags.in, encoder, 'read', async (store) => {
        const filter = parseFilter(flags.filter, (await store.describe()).fields)
        return searchCollection(store, encoder, text.join(' '), { mode: flags.mode, k: flags.hits, filter })
      })
      if (flags.json) printJson(result)
      else process.stdout.write(searchText(result))
    })
}

/** Hits for a reader: place, score and sentence. */
function searchText(result: SearchResult): string {
  const lines: string[] = []
  if (!result.known) {
    lines.push(
      `The encoder knows no word of “${result.query}”, so it cannot say what is near in theme` +
        (result.mode === 'thematic'
          ? '; try other words, or --mode keyword.'
          : '; these are found by their words alone.')
    )
  } else if (result.hits.length === 0) lines.push('No sentence was found; try other words, or fewer filters.')
  result.hits.forEach(({ record, score }, i) => {
    const place = [record.title, ...record.path].join(' › ')
    lines.push(
      '',
      `${String(i + 1).padStart(3)}  ${pc.bold(place)}  ${pc.dim(score.toFixed(result.mode === 'hybrid' ? 3 : 2))}`
    )
    for (const line of wrap(record.text, textWidth() - 5)) lines.push(`     ${line}`)
  })
  return `${lines.join('\n')}\n`
}
