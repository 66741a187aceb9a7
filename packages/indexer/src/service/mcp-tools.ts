import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Encoder } from '@leitmotif/encoder'
import { z } from 'zod'
import { contrastParts } from '../analytics/contrast.js'
import { SEARCH_MODES } from '../search/query.js'
import { searchCollection } from '../search/search.js'
import { filter } from './schemas/common-schemas.js'
import { CollectionUnavailable, type SharedCollection } from './shared-collection.js'
import type { FieldType, SentenceRecord, ThemeStore } from '../store/store.js'
import { listThemes, showTheme } from '../themes/list.js'

/** Most hits, sentences and documents of one answer: a model reads all of it. */
const MAX_HITS = 100
const MAX_SENTENCES = 500
const MAX_DOCUMENTS = 500

/** Differences of each kind that a comparison returns, surest first. */
const MAX_DIFFERENCES = 25

/** What the tools of a server read. */
export interface McpContext {
  readonly collection: SharedCollection
  readonly encoder: Encoder
  readonly version: string
  /** The fields of the collection, for the descriptions. */
  readonly fields: Readonly<Record<string, FieldType>>
}

/** Creates a server of the Model Context Protocol with tools that read a collection. None of them writes. */
export function createMcpServer({ collection, encoder, version, fields }: McpContext): McpServer {
  const server = new McpServer(
    { name: 'leitmotif', version },
    {
      instructions:
        'Finds passages of a collection of documents by theme, even in different words, and shows its themes. ' +
        'Cite a passage by its document and position.'
    }
  )
  const named = Object.entries(fields).map(([name, type]) => `${name} (${type})`)
  const condition = filter.describe(
    'Conditions by field, all of which must match: {"year": 2020}, {"author": {"in": ["A", "B"]}}, or ' +
      `{"date": {"from": "2020-01", "until": "2021"}}. Fields: ${['document', 'title', 'theme', ...named].join(', ')}.`
  )
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
  const add = <S extends z.ZodObject>(
    name: string,
    description: string,
    inputSchema: S,
    work: (store: ThemeStore, input: z.output<S>) => Promise<unknown>
  ): void => {
    const schema: z.ZodObject = inputSchema
    server.registerTool(name, { description, inputSchema: schema, annotations }, async (input) => {
      const answer = await collection
        .read((store) => work(store, input as z.output<S>))
        .catch((error: unknown) => {
          // Whoever started the server may see its paths.
          throw error instanceof CollectionUnavailable && error.cause instanceof Error ? error.cause : error
        })
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
    })
  }

  add(
    'search',
    'Finds the sentences that are about the same theme as a text, even in different words.',
    z.strictObject({
      query: z.string().min(1).max(10_000).describe('A sentence finds more than a word.'),
      mode: z
        .enum(SEARCH_MODES)
        .default('thematic')
        .describe('thematic: by meaning; keyword: by shared words; hybrid: both'),
      hits: z.int().min(1).max(MAX_HITS).default(10),
      filter: condition.default({}),
      perDocument: z.boolean().default(false).describe('Only the best hit of each document.'),
      around: z.int().min(0).max(5).default(0).describe('Sentences of context before and after each hit.')
    }),
    async (store, { query, mode, hits: k, filter, perDocument, around }) => {
      const request = { texts: [query], mode, k, filter, perDocument, around }
      const { known, language, hits } = await searchCollection(store, encoder, request)
      return {
        ...(known || mode === 'keyword'
          ? {}
          : {
              note: 'The encoder knows no word of the query, so only hits with its words are found, by keyword or hybrid.'
            }),
        ...(language !== undefined && {
          language,
          languageNote: 'The encoder does not read the language of the query, so hits by theme may be about anything.'
        }),
        hits: hits.map(({ record, percentile, before, after }) => ({
          ...shown(record),
          ...(percentile !== undefined && { percentile: Math.round(percentile) }),
          ...(before && before.length > 0 && { before: before.map(({ text }) => text) }),
          ...(after && after.length > 0 && { after: after.map(({ text }) => text) })
        }))
      }
    }
  )
  add(
    'themes',
    'Lists the themes of the collection, largest first, or shows one: its words, documents and most typical sentences.',
    z.strictObject({
      theme: z.string().min(1).max(200).optional().describe('The id, number or label of a theme. Default: lists all.'),
      sentences: z.int().min(1).max(MAX_HITS).default(10).describe('Typical sentences of the one theme.')
    }),
    async (store, { theme, sentences }) => {
      if (theme === undefined) {
        const list = await listThemes(store)
        const themes = list.themes.filter(({ hidden }) => !hidden)
        return {
          ...{ sentences: list.sentences, documents: list.documents, unassigned: list.unassigned },
          groups: list.groups.map(({ id, label, children }) => ({ id, label, children })),
          themes: themes.map(({ id, label, terms, sentences, documents, share }) => ({
            ...{ id, label, terms: terms.map(({ term }) => term), sentences, documents, share: rounded(share) }
          }))
        }
      }
      const {
        id,
        label,
        terms,
        documents,
        share,
        nearest,
        in: found,
        ...rest
      } = await showTheme(store, theme, sentences)
      return {
        ...{ id, label, terms: terms.map(({ term }) => term), documents, sentences: rest.sentences },
        ...{ share: rounded(share), in: found, typical: nearest.map(shown) }
      }
    }
  )
  add(
    'documents',
    'Lists the documents of the collection by id, a page at a time, or reads the sentences of one.',
    z.strictObject({
      id: z.string().min(1).max(1024).optional().describe('The document to read. Default: lists documents.'),
      from: z.int().min(0).default(0).describe('Position of the first sentence to read.'),
      prefix: z.string().max(1024).default('').describe('Only documents whose ids begin with this, such as a folder.'),
      after: z.string().max(1024).default('').describe('The last id of the page before.'),
      limit: z.int().min(1).max(MAX_SENTENCES).default(100).describe('Most documents or sentences.')
    }),
    async (store, { id, from, prefix, after, limit }) => {
      if (id !== undefined) return readDocument(store, id, from, limit)
      const most = Math.min(limit, MAX_DOCUMENTS)
      const found = await store.listDocuments({ prefix, after, limit: most + 1 })
      const documents = found.slice(0, most)
      return {
        total: await store.countDocuments(prefix),
        documents,
        ...(found.length > most && { next: documents.at(-1)!.document })
      }
    }
  )
  add(
    'compare',
    'Compares two parts of the collection: the themes, words and phrases that each has more of. {} is the whole collection.',
    z.strictObject({ a: condition, b: condition.default({}) }),
    async (store, { a, b }) => {
      const { themes, words, ...parts } = await contrastParts(store, { a, b })
      const brief = ({ larger, ratio, low, high, certain }: (typeof words)[number] | (typeof themes)[number]) => ({
        ...{ larger, times: rounded(ratio), low: rounded(low), high: rounded(high), certain }
      })
      return {
        ...parts,
        themes: themes
          .slice(0, MAX_DIFFERENCES)
          .map((each) => ({ theme: each.theme, label: each.label, ...brief(each) })),
        words: words.slice(0, 2 * MAX_DIFFERENCES).map((each) => ({ term: each.term, ...brief(each) }))
      }
    }
  )
  return server
}

async function readDocument(store: ThemeStore, document: string, from: number, limit: number): Promise<object> {
  const filter = { document, position: { from, until: from + limit } }
  const sentences: SentenceRecord[] = []
  for await (const { records } of store.scan({ filter })) sentences.push(...records)
  const known = await store.documents([document])
  if (!known.has(document))
    throw new Error(`no document has the id ${JSON.stringify(document)}; call documents without id to list them`)
  const [first] = sentences as readonly (SentenceRecord | undefined)[]
  return {
    document,
    ...(first && { title: first.title, fields: first.fields }),
    sentences: sentences.map(({ position, path, text, theme }) => ({ position, path, text, theme })),
    ...(sentences.length > 0 && { next: from + limit })
  }
}

function shown({ document, title, path, position, text, fields, theme }: SentenceRecord): object {
  return { document, title, path, position, text, fields, theme }
}

/** Three significant digits: a model reads each digit. */
function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
