import { createProgress, Failure } from '@leitmotif/command'
import type { Encoder, Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { MAX_DIVISION_PAIRS } from '@leitmotif/encoder/training'
import { drawCorpus, measureCorpus } from '../evaluation/corpus-clusters.js'
import { readDrafts, type DraftPart } from '../evaluation/draft-files.js'
import { measureDrafts } from '../evaluation/drafts.js'
import { BM25, openModel, type ModelChoice } from '../evaluation/evaluated-model.js'
import { drawFindCollection, measureFind } from '../evaluation/collection-search.js'
import { measureHeadings } from '../evaluation/heading-retrieval.js'
import { measureHeadingSuggestions } from '../evaluation/heading-suggestions.js'
import { measureMoves } from '../evaluation/measure-moves.js'
import { drawNamesCollection, measureNames } from '../evaluation/measure-theme-names.js'
import { drawScb, measureScb, type ScbOptions } from '../evaluation/scb.js'
import { measureSectionChanges } from '../evaluation/section-changes.js'
import {
  readSegmentedDocuments,
  segmentArticle,
  type SegmentationUnit,
  type SegmentedDocument
} from '../evaluation/segmentation-documents.js'
import { measureSegmentation } from '../evaluation/segmentation.js'
import type { Figures } from '../evaluation/task-figures.js'
import { measureTdc, measureTriplets, type Measurable, type TdcOptions } from '../evaluation/tdc.js'
import { readTripletGroups } from '../mining/triplet-file.js'

/** The options of `evaluate`. */
export interface EvaluationFlags
  extends
    ModelChoice,
    Pick<TdcOptions, 'context' | 'negative'>,
    Pick<ScbOptions, 'maxArticles' | 'sentences' | 'distance'> {
  readonly articles: string[]
  readonly judge?: string
  readonly segments?: string[]
  readonly triplets?: string
  readonly drafts?: string
  readonly part: DraftPart
  readonly show?: number
  readonly units: SegmentationUnit
  readonly task: readonly string[]
  readonly split: boolean
  readonly json: boolean
}

/** What a task measures, and with what. */
interface Subject {
  readonly encoder: Measurable
  /** The encoder, if it is a bundle. */
  readonly bundle: Encoder | undefined
  readonly options: { readonly representation: ModelChoice['representation'] }
  readonly flags: EvaluationFlags
  /** `--max-articles`, if it was given. */
  readonly most: { readonly maxArticles?: number }
  readonly articles: AsyncGenerator<Article>
  /** Articles of another part, which set the threshold; undefined without the split. */
  readonly others: AsyncGenerator<Article> | undefined
}

export type Task = keyof Figures

interface TaskOf<Name extends Task> {
  /** The question that the task answers, for --help. */
  readonly question: string
  /** What an article lacks if nothing can be measured, and which articles are expected. */
  readonly wanted: string
  /** The options that apply to some tasks only, and to this one. */
  readonly options?: readonly (keyof EvaluationFlags)[]
  /** Returns the figures; undefined if there is nothing to measure. */
  measure(subject: Subject): Promise<Figures[Name]>
}

/** The tasks of `evaluate`, in the order of its help. */
export const TASKS: { readonly [Name in Task]-?: TaskOf<Name> } = {
  tdc: {
    question: 'is a sentence nearer to one of its section than to one of the next section?',
    wanted: 'gives a triplet; expected articles of five or more sections with prose',
    options: ['context', 'negative', 'triplets'],
    async measure({ encoder, articles, options, flags: { triplets, context, negative } }) {
      if (triplets === undefined) return measureTdc(encoder, articles, { context, negative, ...options })
      const measured = await measureTriplets(encoder, readTripletGroups(triplets), options)
      if (measured === undefined) throw new Failure(`--triplets ${triplets}: holds no triplets; expected one a line`)
      return measured
    }
  },
  scb: {
    question: 'do clusters of sentences match the sections?',
    wanted: 'can be clustered; expected articles of 5 to 12 sections of three or more sentences',
    options: ['context', 'maxArticles', 'sentences', 'distance'],
    async measure({ encoder, articles, options, flags: { context, maxArticles, sentences, distance } }) {
      const drawn = await drawScb(articles, { maxArticles, sentences })
      if (drawn.length === 0) return undefined
      return measureScb(encoder, withProgress('scb: clustering', drawn, 'articles'), { context, distance, ...options })
    }
  },
  headings: {
    question: 'is the nearest title that of the section?',
    wanted: 'has titles to choose from; expected articles of five or more sections with prose and different headings',
    options: ['context'],
    measure: ({ encoder, articles, options, flags: { context } }) =>
      measureHeadings(encoder, articles, { context, ...options })
  },
  segmentation: {
    question: 'are the boundaries of sections found?',
    wanted:
      'can be segmented; expected articles of three or more sections with prose, whose number times that of ' +
      `paragraphs or sentences is at most ${MAX_DIVISION_PAIRS.toLocaleString('en')}`,
    options: ['context', 'units', 'segments'],
    async measure({ encoder, articles, options, flags: { context, units, segments } }) {
      const documents = segments === undefined ? segmented(articles, units) : await readSegments(segments)
      return measureSegmentation(encoder, documents, { context, units, ...options })
    }
  },
  moves: {
    question: 'are moved paragraphs sent back?',
    wanted: 'has paragraphs to move; expected articles of 6 to 8 sections of three or more paragraphs',
    measure: ({ encoder, articles, others, options }) => measureMoves(encoder, articles, others, options)
  },
  sections: {
    question: 'are split and joined sections detected?',
    wanted: 'has sections to change; expected articles of five or more sections with prose',
    measure: ({ encoder, articles, others, options }) => measureSectionChanges(encoder, articles, others, options)
  },
  'heading-suggestions': {
    question: 'are the headings of the authors suggested, and exchanged headings reported?',
    wanted: 'has headings to judge; expected articles of four or more sections with headings',
    measure: ({ encoder, articles, options }) => measureHeadingSuggestions(encoder, articles, options)
  },
  find: {
    question: 'does a search across articles find the section of a heading or sentence?',
    wanted: 'has sections to find; expected articles with headings and sentences of 5 to 50 words',
    options: ['maxArticles'],
    async measure({ encoder, articles, most, options, flags }) {
      const collection = await drawFindCollection(articles, most)
      return collection && measureFind(flags.model === BM25 ? undefined : encoder, collection, options)
    }
  },
  corpus: {
    question: 'do clusters of sentences of many articles match the articles?',
    wanted: 'can be clustered with others; expected articles of three or more sentences',
    async measure({ encoder, articles, options }) {
      const collections = await drawCorpus(articles)
      return measureCorpus(encoder, withProgress('corpus: clustering', collections, 'collections'), options)
    }
  },
  names: {
    question: 'do the names of themes tell them apart?',
    wanted: 'has sentences; expected articles with prose',
    options: ['maxArticles', 'judge'],
    async measure({ encoder, articles, most, options, flags }) {
      const collection = await drawNamesCollection(articles, most)
      if (collection === undefined) return undefined
      const judge = await openModel({ model: flags.judge! })
      const judged = (texts: readonly string[]): Promise<Vectors> =>
        judge.encoder.encode(texts, { representation: judge.representation })
      const figures = await measureNames(encoder, judged, collection, options)
      judge.dispose()
      return figures
    }
  },
  drafts: {
    question: 'how many planted errors does the editor find, and how many false alarms does it raise?',
    wanted: 'can be read; expected drafts',
    options: ['drafts', 'part'],
    async measure({ bundle, flags }) {
      if (bundle === undefined)
        throw new Failure(`--task drafts needs an encoder bundle; ${flags.model} has no networks`)
      const drafts = await readDrafts(flags.drafts!, flags.part)
      return measureDrafts(bundle, drafts, { inTurn: (all) => withProgress('drafts: damaging', all, 'drafts') })
    }
  }
}

function* withProgress<T>(label: string, items: readonly T[], unit: string): Generator<T> {
  const progress = createProgress({ label, total: items.length, unit })
  for (const [done, item] of items.entries()) {
    yield item
    progress.update(done + 1)
  }
  progress.end()
}

async function* segmented(
  articles: AsyncIterable<Article>,
  units: SegmentationUnit
): AsyncGenerator<SegmentedDocument> {
  for await (const article of articles) {
    const document = segmentArticle(article, units)
    if (document !== undefined) yield document
  }
}

async function readSegments(folders: readonly string[]): Promise<Iterable<SegmentedDocument>> {
  const documents: SegmentedDocument[] = []
  for (const folder of folders) documents.push(...(await readSegmentedDocuments(folder)))
  return withProgress('segmentation: segmenting', documents, 'documents')
}
