import { bestLabels, feature, labelScores, type Features, type SequenceModel } from './sequence-model.js'
import type { WordClasses } from './tagger.js'
import { wordForms } from './word-form.js'

/** Words with their parts of speech (Penn Treebank) and chunks (CoNLL-2000: B-NP, I-NP, B-VP … O), one each. */
export interface ChunkedWords {
  readonly words: readonly string[]
  readonly tags: readonly string[]
  readonly chunks: readonly string[]
}

/** A tagger with the word classes that it knows, and a chunker that reads its tags. */
export interface Chunker {
  readonly classes: WordClasses
  readonly tagger: SequenceModel
  readonly chunker: SequenceModel
}

/** Returns the chunker's features of each word: words and tags around it (Sha and Pereira 2003, section 4.1). */
export function chunkFeatures(words: readonly string[], tags: readonly string[]): Features {
  const forms = wordForms(words)
  const around = (items: readonly string[], i: number): string => (i < 0 ? '<' : i < items.length ? items[i] : '>')
  const word = (i: number): string => around(forms, i)
  const tag = (i: number): string => around(tags, i)
  return words.map((_, i) => [
    feature(50),
    feature(51, word(i)),
    feature(52, word(i - 1)),
    feature(53, word(i + 1)),
    feature(54, word(i - 2)),
    feature(55, word(i + 2)),
    feature(56, word(i - 1), word(i)),
    feature(57, word(i), word(i + 1)),
    feature(58, tag(i)),
    feature(59, tag(i - 1)),
    feature(60, tag(i + 1)),
    feature(61, tag(i - 2)),
    feature(62, tag(i + 2)),
    feature(63, tag(i - 2), tag(i - 1)),
    feature(64, tag(i - 1), tag(i)),
    feature(65, tag(i), tag(i + 1)),
    feature(66, tag(i + 1), tag(i + 2)),
    feature(67, tag(i - 2), tag(i - 1), tag(i)),
    feature(68, tag(i - 1), tag(i), tag(i + 1)),
    feature(69, tag(i), tag(i + 1), tag(i + 2)),
    feature(70, word(i), tag(i)),
    feature(71, word(i - 1), tag(i)),
    feature(72, tag(i), word(i + 1)),
    feature(73, word(i - 1), tag(i - 1), tag(i)),
    feature(74, tag(i), word(i + 1), tag(i + 1))
  ])
}

/** Returns the chunks of words whose parts of speech are known. */
export function chunkTagged(chunker: SequenceModel, words: readonly string[], tags: readonly string[]): string[] {
  return bestLabels(chunker, labelScores(chunker, chunkFeatures(words, tags)))
}
