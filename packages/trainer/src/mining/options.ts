/** Options of mining triplets. Defaults are the paper's (section 3.1) if it names a value. */
export interface MiningOptions {
  /**
   * `top`: a section includes the paragraphs of its subsections. `each`: every subsection is a section, which gives more,
   * shorter and more similar sections. Default: `top`.
   */
  readonly sections: 'top' | 'each'
  /** Articles with fewer remaining sections than this are dropped. Range: 2 or more. Default: 5. */
  readonly minSections: number
  /**
   * Drops an article's first section, which covers the whole subject: the lead, or else the first section with text.
   * Default: true.
   */
  readonly dropFirst: boolean
  /** Drops an article's last section (the patent's claim 8). Default: false. */
  readonly dropLast: boolean
  /**
   * Drops sections with these headings, in any case, and their subsections. Default: "Background" and the paper's seven
   * headings of references.
   */
  readonly dropHeadings: readonly string[]
  /**
   * Drops sections headed by one letter if an article has five or more, as in glossaries and indexes: they are alphabetical,
   * not thematic. Default: true.
   */
  readonly dropLetters: boolean
  /** Drops sections of fewer sentences than this (the patent's claim 5). Range: 1 or more. Default: 1, which drops none. */
  readonly minSentences: number
  /**
   * Drops sections that only refer elsewhere: "Main article: …", "For more, see …" (the patent's claim 6).
   * Default: true.
   */
  readonly dropReferring: boolean
  /**
   * Drops sections with at least one reference elsewhere, the strict reading of claim 6; needs `dropReferring`.
   * Default: false, which drops sections of such paragraphs alone.
   */
  readonly strictReferring: boolean
  /** Shortest sentence, in tokens. Range: 1 or more. Default: 5. */
  readonly minTokens: number
  /** Longest sentence, in tokens. Range: `minTokens` or more. Default: 50. */
  readonly maxTokens: number
  /**
   * Number of first sentences used of each paragraph. More sentences depend more on those before them. Range: 1 or more.
   * Default: 1, the paragraph's opener.
   */
  readonly sentencesPerParagraph: number
  /** Maximum number of paragraphs from the pivot to its positive. Range: 0 (the same paragraph) or more. Default: 3. */
  readonly paragraphDistance: number
  /**
   * Source of the negative: `adjacent`, the previous and the next remaining section; `article`, any other
   * remaining section of the article; `corpus`, another article. Default: `adjacent`.
   */
  readonly negative: 'adjacent' | 'article' | 'corpus'
  /**
   * Maximum number of triplets of a pair of pivot and positive, with negatives from different sections: 2, one for each
   * adjacent section, or 1, a random one. Default: 2.
   */
  readonly tripletsPerPair: 1 | 2
  /** Maximum number of triplets of an article, drawn at random. Range: 0 (no limit) or more. Default: 0. */
  readonly maxPerArticle: number
  /**
   * Seeds every choice. An article's triplets depend only on the seed and the article; with `negative` `corpus`, also on
   * earlier articles. Range: 0 or more. Default: 1.
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
  strictReferring: false,
  minTokens: 5,
  maxTokens: 50,
  sentencesPerParagraph: 1,
  paragraphDistance: 3,
  negative: 'adjacent',
  tripletsPerPair: 2,
  maxPerArticle: 0,
  seed: 1
}
