import type { Copies } from './copies.js'
import type { DuplicateKind, Likeness } from './likeness.js'

/** Indices of sentences of the same words, figures and order aside, ascending: any two share all of their words. */
export type Template = readonly number[]

/** Sentences of a template beyond which it is not looked for paraphrases: their every two would have to be rated. */
const MOST_RATED = 16

/** Parts sentences by their words, in the order of the first of each. Takes time linear in the words. */
export function joinTemplates(copies: readonly Pick<Copies, 'words'>[]): Template[] {
  const templates = new Map<string, number[]>()
  for (const [index, { words }] of copies.entries()) {
    const key = words.join(' ')
    const own = templates.get(key)
    if (own === undefined) templates.set(key, [index])
    else own.push(index)
  }
  return [...templates.values()]
}

/** The loosest kind in which a sentence of the one and one of the other are alike, if all are. */
export function wordingKind(one: Template, other: Template, { kind }: Likeness): DuplicateKind | undefined {
  const first = kind(one[0], other[0])
  // What is nearly the same is so by the words alone, which all of a template have in common.
  if (first !== 'paraphrase') return first
  if (one.length > MOST_RATED || other.length > MOST_RATED) return undefined
  return one.every((a) => other.every((b) => kind(a, b) !== undefined)) ? first : undefined
}
