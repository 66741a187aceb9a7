/** Features of a place where a section may begin. Cosines are in units of the draft's (`cosineSpread`). */
const PLACE_FEATURES = [
  'constant',
  'log odds of the boundary network',
  'cosine to the paragraph before',
  'cosine of two paragraphs before and two from here',
  'cosine of the words of three paragraphs before and three from here',
  'cosine to the paragraph after',
  'refers back',
  'the paragraph before introduces it',
  'the paragraph before ends no sentence',
  'log of its words'
] as const

/** The features that each kind of suggestion is scored by, in order; the first is a constant, always 1. */
export const SUGGESTION_FEATURES = {
  /** A section begins at this paragraph of text without headings. */
  unheaded: PLACE_FEATURES,
  /** A heading was deleted at this paragraph of a section. */
  missing: [
    ...PLACE_FEATURES,
    'log of the paragraphs of the section, relative to others',
    'log of the paragraphs to the nearer end',
    'log of the paragraphs of the section'
  ],
  /** A paragraph belongs to this section. */
  move: [
    'words of the section',
    'mean cosine to the section',
    'greatest cosine to a paragraph',
    'mean cosine to the neighbours, at the best place of another section',
    'by how much that is more than the neighbours’ own',
    'greatest cosine of words to a paragraph',
    'mean cosine of words to the neighbours',
    'by how much that of words is more than the neighbours’ own',
    'cosine to the heading',
    'log of the paragraphs of another section',
    'log of the distance to another section',
    'stays',
    'stays as the first',
    'stays as the last',
    'stays, and refers back',
    'words of the heading, more than the section’s other paragraphs have',
    'log of the words that are only there',
    'share of the five nearest paragraphs by words',
    'the nearest paragraph is there',
    'stays, by the log odds of the boundary network',
    'stays, by those of the next paragraph'
  ],
  /** Paragraphs are of another text; `relative` is less the mean of the text's paragraphs. */
  separate: [
    'constant',
    'cosine to the rest',
    'cosine to the rest, relative',
    'share of its words that occur elsewhere',
    'share of its words that occur elsewhere, relative',
    'mean cosine to the five nearest paragraphs',
    'mean cosine to the five nearest paragraphs, relative',
    'mean cosine to the paragraphs beside it',
    'refers back',
    'log of the other paragraphs of the section'
  ],
  /** A heading was exchanged for that of another section. */
  heading: [
    'constant',
    'another text fits the heading better by',
    'another heading fits the text better by',
    'log of the number of comparisons',
    'an exchange improves both by'
  ]
} as const

export type SuggestionKind = keyof typeof SUGGESTION_FEATURES

/** Weights of the features of `SUGGESTION_FEATURES`: log odds. */
export type SuggestionWeights = Readonly<Record<SuggestionKind, readonly number[]>>

const KINDS = Object.keys(SUGGESTION_FEATURES) as SuggestionKind[]

/** Writes weights as JSON: for each kind, an object of features by name. */
export function packSuggestionWeights(weights: SuggestionWeights): Uint8Array<ArrayBuffer> {
  const named = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      Object.fromEntries(SUGGESTION_FEATURES[kind].map((name, f) => [name, weights[kind][f]]))
    ])
  )
  return new TextEncoder().encode(`${JSON.stringify(named, null, 2)}\n`)
}

/** Returns the weights that `packSuggestionWeights` wrote. @throws Error for a missing feature or a weight that is not finite. */
export function readSuggestionWeights(bytes: Uint8Array): SuggestionWeights {
  const given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  const weightsOf = (kind: SuggestionKind): number[] => {
    const named = (given as Partial<Record<string, Record<string, unknown>>> | null)?.[kind] ?? {}
    const expected = SUGGESTION_FEATURES[kind]
    const extra = Object.keys(named).find((name) => !(expected as readonly string[]).includes(name))
    if (extra !== undefined) throw new Error(`${kind} has a weight of “${extra}”; expected ${expected.join(', ')}`)
    return expected.map((name) => {
      const weight = named[name]
      if (typeof weight !== 'number' || !Number.isFinite(weight))
        throw new Error(`${kind} has no number for “${name}”; expected a finite weight`)
      return weight
    })
  }
  return Object.fromEntries(KINDS.map((kind) => [kind, weightsOf(kind)])) as unknown as SuggestionWeights
}

/** Returns the sum of features times weights: log odds. */
export function weigh(weights: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, feature, f) => sum + weights[f] * feature, 0)
}
