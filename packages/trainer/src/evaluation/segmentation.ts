import {
  findBoundaries,
  findParagraphBoundaries,
  splitSentences,
  type OutlineInput,
  type ParagraphBoundaryOptions,
  type Representation
} from '@leitmotif/encoder'
import { paragraphDirections, paragraphVectors, type OutlineSentence } from '@leitmotif/encoder/stages'
import {
  BOUNDARY_DEFAULTS,
  findSentenceBoundaries,
  MAX_DIVISION_PAIRS,
  rowsWithWords
} from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { bootstrapInterval, type Interval } from './bootstrap.js'
import { inContext, type Context } from './article-context.js'
import { compareSegmentations, type SegmentationAgreement } from './segmentation-agreement.js'
import { type SegmentationUnit, type SegmentedDocument } from './segmentation-documents.js'
import type { Measurable } from './tdc.js'
import { textTiling } from './text-tiling.js'

/** The mean agreement over documents, and its 95 % intervals by bootstrap over documents. */
export interface Segmented extends SegmentationAgreement {
  readonly intervals: Readonly<Record<keyof SegmentationAgreement, Interval>>
}

/** Figures of text segmentation. */
export interface Segmentation extends Segmented {
  /** Figures if the true number of segments of each document is given. */
  readonly givenCount: Segmented
  readonly baselines: {
    /** The true number of boundaries at random places. */
    readonly random: Segmented
    readonly none: Segmented
    readonly all: Segmented
    readonly textTiling: Segmented
  }
  readonly documents: number
  /** Number of units and of true segments in all documents. */
  readonly units: number
  readonly segments: number
  /** Number of segments found in all documents. */
  readonly found: number
  /** Number of documents skipped because they are too long for their number of segments. */
  readonly tooLong: number
}

export interface SegmentationOptions {
  readonly context: Context
  /** Default: `static`, on whose rows the learned boundaries depend. */
  readonly representation?: Representation | undefined
  /** Units of articles: see `segmentArticle`. */
  readonly units: SegmentationUnit
  /** Seeds the intervals' resamples and the random boundaries. */
  readonly seed: number
}

export const SEGMENTATION_DEFAULTS: SegmentationOptions = { context: 'none', units: 'paragraphs', seed: 1 }

/** Agreement of each method on one document. */
interface Divided {
  readonly ours: SegmentationAgreement
  readonly givenCount: SegmentationAgreement
  readonly random: SegmentationAgreement
  readonly none: SegmentationAgreement
  readonly all: SegmentationAgreement
  readonly textTiling: SegmentationAgreement
}

/** Measures text segmentation with an unknown number of segments, and baselines. Undefined without a document. */
export async function measureSegmentation(
  encoder: Measurable,
  documents: AsyncIterable<SegmentedDocument> | Iterable<SegmentedDocument>,
  options: Partial<SegmentationOptions> = {}
): Promise<Segmentation | undefined> {
  const { context, representation, seed } = { ...SEGMENTATION_DEFAULTS, ...options }
  const outcomes: Divided[] = []
  let [units, segments, found, tooLong] = [0, 0, 0, 0]
  for await (const document of documents) {
    const count = document.units.length
    const truth = document.boundaries
    if (count * Math.max(truth.length + 1, BOUNDARY_DEFAULTS.maxLength) > MAX_DIVISION_PAIRS) {
      tooLong++
      continue
    }
    const sentences = sentencesOf(document.units)
    const texts = sentences.map(({ text }) => text)
    const paragraphs = document.units.map((text) => ({ text, path: [] }))
    const inputBy = async (own: Representation): Promise<OutlineInput> => {
      const vectors = inContext(await encoder.encode(texts, { representation: own }), texts, context)
      return { paragraphs, sentences, vectors }
    }
    const name = representation ?? 'static'
    const input = await inputBy(name)
    const rows = paragraphVectors(input)
    const weights = context === 'none' && name === 'static' ? encoder.learned?.boundaries : undefined
    const network = weights && { weights, directions: paragraphDirections(input) }
    const learned = name === 'static' || name === 'sentences' ? encoder.learned?.sentenceBoundaries : undefined
    const isLearned = document.unit === 'sentences' && learned !== undefined
    // The metric reads rows of `static`, and optionally of `sentences`.
    const byStatic = isLearned && name === 'sentences' ? paragraphVectors(await inputBy('static')) : rows
    const sentenceRows = byStatic === rows ? undefined : rows
    const divide = (options: ParagraphBoundaryOptions): number[] =>
      document.unit === 'paragraphs'
        ? findParagraphBoundaries(rows, document.units, { ...options, network })
        : isLearned
          ? findSentenceBoundaries(byStatic, document.units, learned, { ...options, sentences: sentenceRows })
          : findBoundaries(rowsWithWords(rows, document.units), options)
    const ours = divide({})
    const compare = (boundaries: readonly number[]): SegmentationAgreement =>
      compareSegmentations(truth, boundaries, count)
    outcomes.push({
      ours: compare(ours),
      givenCount: compare(divide({ sections: truth.length + 1 })),
      random: compare(drawBoundaries(count, truth.length, `${seed}/${document.id}`)),
      none: compare([]),
      all: compare(Array.from({ length: count - 1 }, (_, i) => i + 1)),
      textTiling: compare(textTiling(document.units))
    })
    units += count
    segments += truth.length + 1
    found += ours.length + 1
  }
  if (outcomes.length === 0) return undefined
  const by = (way: keyof Divided): Segmented =>
    summarize(
      outcomes.map((outcome) => outcome[way]),
      seed
    )
  return {
    ...by('ours'),
    givenCount: by('givenCount'),
    baselines: { random: by('random'), none: by('none'), all: by('all'), textTiling: by('textTiling') },
    documents: outcomes.length,
    units,
    segments,
    found,
    tooLong
  }
}

function sentencesOf(units: readonly string[]): OutlineSentence[] {
  return units.flatMap((text, paragraph) =>
    splitSentences(text).map(({ start, end }) => ({ text: text.slice(start, end).trim(), paragraph }))
  )
}

function drawBoundaries(count: number, wanted: number, seed: string): number[] {
  const places = Array.from({ length: count - 1 }, (_, i) => i + 1)
  const random = createRandom(seed).fork('boundaries')
  // A partial Fisher–Yates shuffle.
  for (let i = 0; i < wanted; i++) {
    const j = i + random.integer(places.length - i)
    const place = places[j]
    places[j] = places[i]
    places[i] = place
  }
  return places.slice(0, wanted).sort((a, b) => a - b)
}

/** Returns the means over documents, and their intervals. */
function summarize(outcomes: readonly SegmentationAgreement[], seed: number): Segmented {
  const mean = (measure: keyof SegmentationAgreement, drawn: Int32Array): number =>
    drawn.reduce((sum, i) => sum + outcomes[i][measure], 0) / drawn.length
  const every = Int32Array.from(outcomes.keys())
  const byMeasure = <T>(
    figure: (measure: keyof SegmentationAgreement) => T
  ): Record<keyof SegmentationAgreement, T> => ({
    pk: figure('pk'),
    windowDiff: figure('windowDiff'),
    boundaryF1: figure('boundaryF1')
  })
  return {
    ...byMeasure((measure) => mean(measure, every)),
    intervals: byMeasure((measure) => bootstrapInterval(every.length, seed, (drawn) => mean(measure, drawn)))
  }
}
