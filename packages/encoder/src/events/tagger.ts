import { bestLabels, feature, type Features, type SequenceModel } from './sequence-model.js'
import { capitalStyle, wordForm, wordShape } from './word-form.js'

const MAX_SUFFIX = 5
const MAX_PREFIX = 3

/** What the tagger sees of each word: itself, its ends, its capitals and its neighbours. */
export function tagFeatures(words: readonly string[]): Features {
  const style = capitalStyle(words)
  const forms = words.map(wordForm)
  const shapes = words.map(wordShape)
  const at = (i: number): string => (i < 0 ? '<' : i < words.length ? forms[i] : '>')
  const end = (i: number): string => at(i).slice(-3)
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
      feature(16, form, shapes[i], style)
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

/** The part of speech of each word, as the Penn Treebank names it. */
export function tagWords(tagger: SequenceModel, words: readonly string[]): string[] {
  return Array.from(bestLabels(tagger, tagFeatures(words)), (label) => tagger.labels[label])
}
