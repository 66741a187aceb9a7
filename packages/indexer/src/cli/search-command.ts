import { Failure, printJson, wholeNumber } from '@leitmotif/command'
import type { Encoder } from '@leitmotif/encoder'
import { Command, InvalidArgumentError, Option } from 'commander'
import { prepareExport } from '../analytics/answer-export.js'
import { exportHits, SENTENCE_ENDS } from '../analytics/sentence-export.js'
import { CLUSTER_DEFAULTS, clusterHits, MAX_CLUSTERS, type ClusterAnswer } from '../search/cluster-hits.js'
import { type PlaceFlags, openEncoder, withCollection } from '../store/collection.js'
import { GRANULARITIES, type Granularity } from '../search/sentence-division.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import {
  MAX_AROUND,
  SEARCH_DEFAULTS,
  SEARCH_MODES,
  looksForSomething,
  type SearchMode,
  type SearchRequest
} from '../search/query.js'
import { searchCollection } from '../search/search.js'
import { clusterText, searchText } from '../terminal/search-text.js'
import { MAX_HITS, type ThemeStore } from '../store/store.js'
import { collect, collectionOption, encoderOption, INDEXED_WITH, inOption, jsonOption } from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly encoder: string
  readonly more?: readonly string[]
  readonly less?: readonly string[]
  readonly document?: string
  readonly mode: SearchMode
  readonly hits?: number
  readonly filter?: readonly string[]
  readonly perDocument?: boolean
  readonly around: number
  readonly group?: number | Granularity | true
  readonly drill?: readonly number[]
  readonly export?: string
  readonly json: boolean
}

/** `leitmotif search`: finds sentences by theme or words, or groups them by theme. */
export function searchCommand(): Command {
  return new Command('search')
    .description(
      'Finds the sentences of a collection that are about the same theme as a text, even in different words.\n\n' +
        'Example: leitmotif search "what it costs, and who pays" --in shelf'
    )
    .argument(
      '[text...]',
      'the query; a sentence finds more than a word. Several quoted texts search for what they have in common'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .option(
      '--more <sentence>',
      'search for sentences like this one: its id, or document#number, for example bread.md#12; repeatable',
      collect
    )
    .option('--less <sentence>', 'avoid sentences like this one: its id, or document#number; repeatable', collect)
    .option('--document <id>', 'search other documents for the themes of this one')
    .addOption(
      new Option('--mode <mode>', 'thematic: by meaning; keyword: by shared words; hybrid: both rankings combined')
        .choices(SEARCH_MODES)
        .default(SEARCH_DEFAULTS.mode)
    )
    .option(
      '-n, --hits <count>',
      `maximum number of hits, 1 to ${MAX_HITS} (default: ${SEARCH_DEFAULTS.k}, with --group ${CLUSTER_DEFAULTS.limit})`,
      wholeNumber(1, MAX_HITS)
    )
    .addOption(filterOption('--filter', 'only sentences that match'))
    .option('--per-document', 'only the best hit of each document')
    .option(
      '--around <count>',
      `context sentences before and after each hit, 0 to ${MAX_AROUND}`,
      wholeNumber(0, MAX_AROUND),
      SEARCH_DEFAULTS.around
    )
    .option(
      '--group [themes]',
      `group the hits by theme: into 1 to ${MAX_CLUSTERS} groups, or ${GRANULARITIES.join(', ')}. Without a query: the sentences that match --filter, or a random sample of -n of them`,
      parseGroup
    )
    .option(
      '--drill <number>',
      'divide one of the groups further: 2 for the second, 2.1 for the first group in it',
      parseDrill
    )
    .option(
      '--export <file>',
      `also write the hits to a file that ends in ${SENTENCE_ENDS.join(', ')}, as leitmotif export does`
    )
    .addOption(encoderOption(INDEXED_WITH))
    .addOption(jsonOption())
    .action(async (words: string[], flags: Flags) => {
      const texts = textsOf(words)
      if (flags.drill !== undefined && flags.group === undefined)
        throw new Failure('--drill needs --group; add --group')
      if (flags.export !== undefined) {
        if (flags.group !== undefined) throw new Failure('--export writes hits, not groups; leave out --group')
        await prepareExport(flags.export, SENTENCE_ENDS)
      }
      const encoder = await openEncoder(flags.encoder)
      await withCollection(flags, encoder, 'read', async (store) => {
        if ((await store.describe()).sentences === 0)
          process.stderr.write('the collection has no sentences; index some documents first\n')
        const request = { ...(await requestOf(store, flags)), texts }
        if (flags.group !== undefined) return group(store, encoder, request, flags)
        if (!looksForSomething(request)) throw emptyQuery(request)
        const answer = await searchCollection(store, encoder, request)
        if (flags.export !== undefined) await exportHits(store, flags.export, answer.hits)
        if (flags.json) printJson({ request, ...answer })
        else process.stdout.write(searchText(texts.join(' '), answer))
      })
    })
}

function emptyQuery({ less = [] }: SearchRequest): Failure {
  return new Failure(
    less.length > 0
      ? '--less alone is no query; add a text, --more or --document'
      : 'the query is empty; expected a text, for example: leitmotif search "what it costs"'
  )
}

/** Returns the texts of a query: each quoted argument (with spaces) is one, all single words together are another. */
function textsOf(words: readonly string[]): string[] {
  const trimmed = words.map((word) => word.trim())
  const loose = trimmed
    .filter((word) => !/\s/.test(word))
    .join(' ')
    .trim()
  return [...trimmed.filter((word) => /\s/.test(word)), ...(loose === '' ? [] : [loose])]
}

async function requestOf(store: ThemeStore, flags: Flags): Promise<SearchRequest> {
  const { more = [], less = [], document, mode, hits, perDocument = false, around } = flags
  return {
    more: await sentenceIds(store, more),
    less: await sentenceIds(store, less),
    ...(document === undefined ? {} : { document }),
    mode,
    k: hits ?? SEARCH_DEFAULTS.k,
    filter: await namedFilter(store, flags.filter ?? []),
    perDocument,
    around
  }
}

/** Returns the ids of sentences given by id or as document#number. @throws Failure for an unknown number. */
async function sentenceIds(store: ThemeStore, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const parts = /^(.+)#(\d+)$/s.exec(name)
    if (parts === null) ids.push(name)
    else {
      const [, document, position] = parts
      const found: string[] = []
      for await (const { records } of store.scan({ filter: { document, position: Number(position) } }))
        found.push(...records.map(({ id }) => id))
      if (found.length === 0)
        throw new Failure(`${name}: no such sentence; expected document#number as shown by leitmotif search`)
      ids.push(...found)
    }
  }
  return ids
}

/** Prints the groups of the hits, or of one of these groups. */
async function group(store: ThemeStore, encoder: Encoder, request: SearchRequest, flags: Flags): Promise<void> {
  const into =
    flags.group === true ? {} : typeof flags.group === 'number' ? { count: flags.group } : { granularity: flags.group! }
  const limit = flags.hits ?? CLUSTER_DEFAULTS.limit
  let answer: ClusterAnswer = await clusterHits(store, encoder, { search: request, limit, ...into })
  const path: string[] = []
  for (const number of flags.drill ?? []) {
    const theme = answer.themes.at(number - 1)
    if (theme === undefined)
      throw new Failure(`--drill ${number}: no such group; expected 1 to ${answer.themes.length}`)
    path.push(theme.label)
    answer = await clusterHits(store, encoder, { ids: theme.ids, limit, ...into })
  }
  if (!flags.json) process.stdout.write(clusterText(answer, path, flags.drill ?? []))
  else {
    const { records } = await store.read([...answer.themes.flatMap(({ ids }) => ids), ...answer.unassigned])
    printJson({ request: { ...request, k: limit }, path, ...answer, records })
  }
}

function parseGroup(text: string): number | Granularity {
  const known = GRANULARITIES.find((granularity) => granularity === text)
  if (known !== undefined) return known
  const count = Number(text)
  if (text.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= MAX_CLUSTERS) return count
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_CLUSTERS}, or ${GRANULARITIES.join(', ')}.`)
}

function parseDrill(text: string): number[] {
  const numbers = text.split('.').map(Number)
  if (numbers.every((number) => Number.isInteger(number) && number >= 1)) return numbers
  throw new InvalidArgumentError(
    'Expected the number of a group, for example 2, or 2.1 for the first group in the second.'
  )
}
