/** How triplets are mined from articles. The defaults are the paper's (section 3.1) where it names a value. */
export interface MiningOptions {
  /**
   * What one section is: `top`, a top-level section with the paragraphs of its subsections in reading order, or `each`,
   * every section and subsection on its own. `each` gives more, shorter and closer sections. Default: `top`.
   */
  readonly sections: 'top' | 'each'
  /** Articles with fewer remaining sections than this are dropped. Range: 2 or more. Default: 5. */
  readonly minSections: number
  /**
   * Drops an article's first section, which speaks of the whole: the lead, or the first section with text where there
   * is no lead. Default: true.
   */
  readonly dropFirst: boolean
  /** Drops an article's last section (the patent's claim 8). Default: false. */
  readonly dropLast: boolean
  /**
   * Drops sections of these headings, whatever their case, and everything beneath them. Default: "Background" and the
   * seven of the paper that list references.
   */
  readonly dropHeadings: readonly string[]
  /**
   * Drops sections headed by one letter where an article has five or more, as glossaries and indexes do: they gather what
   * begins alike, not what is about the same. Default: true.
   */
  readonly dropLetters: boolean
  /** Drops sections of fewer sentences than this (the patent's claim 5). Range: 1 or more. Default: 1, which drops none. */
  readonly minSentences: number
  /**
   * Drops sections that only send the reader elsewhere: "Main article: …", "For more, see …" (the patent's claim 6).
   * Default: true.
   */
  readonly dropReferring: boolean
  /** Shortest sentence, in tokens. Range: 1 or more. Default: 5. */
  readonly minTokens: number
  /** Longest sentence, in tokens. Range: `minTokens` or more. Default: 50. */
  readonly maxTokens: number
  /**
   * How many sentences from the beginning of each paragraph may be used; raising it gives more sentences, which lean
   * more on those before them. Range: 1 or more. Default: 1, the paragraph's opener.
   */
  readonly sentencesPerParagraph: number
  /** How many paragraphs at most lie between the pivot and its positive. Range: 0 (the same paragraph) or more. Default: 3. */
  readonly paragraphDistance: number
  /**
   * Where the negative is drawn from: `adjacent`, the previous and the next remaining section; `article`, any other
   * remaining section of the article; `corpus`, another article. Default: `adjacent`.
   */
  readonly negative: 'adjacent' | 'article' | 'corpus'
  /**
   * How many triplets a pair of pivot and positive gives at most, each with a negative from a section of its own: 2,
   * one from each neighbour, or 1, a neighbour drawn at random. Default: 2.
   */
  readonly tripletsPerPair: 1 | 2
  /** How many triplets one article gives at most, drawn at random from all of its own. Range: 0 (no limit) or more. Default: 0. */
  readonly maxPerArticle: number
  /**
   * Seeds every choice. An article's triplets depend on the seed and on the article alone; with `negative` `corpus`, also
   * on the articles before it. Range: 0 or more. Default: 1.
   */
  readonly seed: number
}

export const MINING_DEFAULTS: MiningOptions = {
  sections: 'top',
  minSections: 5,
  dropFirst: true,
  dropLast: false,
  dropHeadings: [
    'Background',
    'External links',
    'Further reading',
    'References',
    'See also',
    'Notes',
    'Citations',
    'Authored books'
  ],
  dropLetters: true,
  minSentences: 1,
  dropReferring: true,
  minTokens: 5,
  maxTokens: 50,
  sentencesPerParagraph: 1,
  paragraphDistance: 3,
  negative: 'adjacent',
  tripletsPerPair: 2,
  maxPerArticle: 0,
  seed: 1
}
