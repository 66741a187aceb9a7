import { Failure, printJson, wholeNumber } from '@leitmotif/command'
import { Command, Option } from 'commander'
import { collect, encoderOption, inOption, jsonOption, openEncoder, parseFilter, withCollection } from './collection.js'
import { SEARCH_DEFAULTS, SEARCH_MODES, searchCollection, type SearchMode, type SearchResult } from './search.js'
import { MAX_HITS, type Filter, type ThemeStore } from './store.js'
import { paint, textWidth, wrap } from './text-lines.js'
import { findTheme, listThemes } from './themes-run.js'

interface Flags {
  readonly in: string
  readonly encoder: string
  readonly mode: SearchMode
  readonly hits: number
  readonly filter?: readonly string[]
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
      'only sentences whose field, document, title or theme (id, number or words) is this; may be repeated',
      collect
    )
    .addOption(encoderOption())
    .addOption(jsonOption())
    .action(async (text: string[], flags: Flags) => {
      const encoder = await openEncoder(flags.encoder)
      const query = text.join(' ').trim()
      if (query === '') throw new Failure('the query is empty; say what to look for: leitmotif search "what it costs"')
      const result = await withCollection(flags.in, encoder, 'read', async (store) => {
        const filter = await nameTheme(store, parseFilter(flags.filter ?? [], (await store.describe()).fields))
        return searchCollection(store, encoder, query, { mode: flags.mode, k: flags.hits, filter })
      })
      if (flags.json) printJson(result)
      else process.stdout.write(searchText(result))
    })
}

/** The filter with a theme named by number or words replaced by its id. */
async function nameTheme(store: ThemeStore, filter: Filter): Promise<Filter> {
  if (!('theme' in filter)) return filter
  return { ...filter, theme: findTheme((await listThemes(store)).themes, String(filter.theme)).id }
}

/** Hits for a reader: place, score, file and sentence. */
function searchText({ query, mode, known, hits }: SearchResult): string {
  const lines: string[] = []
  if (!known && mode === 'thematic') {
    const asked = query.length > 60 ? `${query.slice(0, 60)}…` : query
    lines.push(
      `The encoder knows no word of “${asked}”, so nothing is near it in theme; try other words, or --mode keyword.`
    )
  } else if (hits.length === 0) lines.push('No sentence was found; try other words, another --mode, or fewer filters.')
  else if (!known) lines.push('The encoder knows none of these words; what follows shares them.')
  hits.forEach(({ record, score }, i) => {
    const place = [record.title, ...record.path].join(' › ')
    const shown = score.toFixed(mode === 'hybrid' ? 3 : 2)
    lines.push('', `${String(i + 1).padStart(3)}  ${paint.bold(place)}  ${paint.dim(`${shown}  ${record.document}`)}`)
    for (const line of wrap(record.text, textWidth() - 5)) lines.push(`     ${line}`)
  })
  return `${lines.join('\n')}\n`
}
