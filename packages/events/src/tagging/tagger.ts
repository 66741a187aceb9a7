import { bestLabels, feature, labelScores, type Features, type SequenceModel } from './sequence-model.js'
import { capitalStyle, wordForms, wordShape } from './word-form.js'

const MAX_SUFFIX = 5
const MAX_PREFIX = 3

/** The class of each known word, by its form. Words of a class occur next to the same function words. */
export type WordClasses = ReadonlyMap<string, number>

/** Returns the tagger's features of each word: itself, its ends, its capitals, its class and its neighbours. */
export function tagFeatures(words: readonly string[], classes: WordClasses): Features {
  const style = capitalStyle(words)
  const forms = wordForms(words)
  const kinds = forms.map((form) => String(classes.get(form) ?? ''))
  const shapes = words.map(wordShape)
  const at = (i: number): string => (i < 0 ? '<' : i < words.length ? forms[i] : '>')
  const end = (i: number): string => at(i).slice(-3)
  const kind = (i: number): string => (i < 0 ? '<' : i < words.length ? kinds[i] : '>')
  return words.map((_, i) => {
    const form = at(i)
    const features = [
      feature(0),
      feature(1, form),
      feature(2, at(i - 1)),
      feature(3, at(i + 1)),
      feature(4, at(i - 2)),
      feature(5, at(i + 2)),
      feature(6, at(i - 1), form),
      feature(7, form, at(i + 1)),
      feature(8, at(i - 1), at(i + 1)),
      feature(9, end(i - 1), end(i)),
      feature(10, end(i), end(i + 1)),
      feature(11, end(i + 1)),
      feature(12, end(i - 1)),
      feature(13, shapes[i], style, i === 0 ? '<' : ''),
      feature(14, shapes[i], form.slice(-2)),
      feature(15, i > 0 ? shapes[i - 1] : '', shapes[i], i + 1 < words.length ? shapes[i + 1] : '', style),
      feature(16, form, shapes[i], style),
      feature(40, kind(i)),
      feature(41, kind(i - 1), kind(i)),
      feature(42, kind(i), kind(i + 1)),
      feature(43, kind(i - 1), kind(i + 1)),
      feature(44, kind(i - 1), kind(i), kind(i + 1)),
      feature(45, kind(i), end(i)),
      feature(46, kind(i - 1), at(i)),
      feature(47, at(i), kind(i + 1))
    ]
    for (let length = 1; length <= MAX_SUFFIX && length < form.length; length++) {
      features.push(feature(20 + length, form.slice(-length)))
    }
    for (let length = 1; length <= MAX_PREFIX && length < form.length; length++) {
      features.push(feature(30 + length, form.slice(0, length)))
    }
    return features
  })
}

const FINITE = /^(?:VBZ|VBD|VBP|VB|MD)$/

/** Returns the part of speech of each word (Penn Treebank). */
export function tagWords(tagger: SequenceModel, classes: WordClasses, words: readonly string[]): string[] {
  return bestLabels(tagger, labelScores(tagger, tagFeatures(words, classes)))
}

/**
 * Yields several taggings of the same words. The first is that of `tagWords`. Each further one raises the scores of
 * finite verbs by another `step`, up to `most`.
 */
export function* taggings(
  tagger: SequenceModel,
  classes: WordClasses,
  words: readonly string[],
  { step, most }: { readonly step: number; readonly most: number }
): Generator<string[]> {
  const finite = tagger.labels.map((label) => FINITE.test(label))
  const scores = labelScores(tagger, tagFeatures(words, classes))
  for (let bonus = 0; bonus <= most; bonus += step) {
    yield bestLabels(tagger, scores)
    for (let i = 0; i < scores.length; i++) if (finite[i % finite.length]) scores[i] += step
  }
}
