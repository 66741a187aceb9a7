import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'

const SENTENCES = 8

const nouns =
  'ferry river lantern harbour orchard wheel baker valley bridge teacher engine garden winter market window'.split(' ')
const verbs = 'crosses lights feeds follows repairs remembers leaves watches carries divides'.split(' ')
const adjectives = 'old quiet narrow bright distant patient heavy early'.split(' ')

function pick(random: Random, words: readonly string[]): string {
  return words[random.integer(words.length)] ?? ''
}

function prose(random: Random): string {
  const sentences = Array.from({ length: SENTENCES }, () => {
    const [a, b] = [pick(random, adjectives), pick(random, adjectives)]
    return `The ${a} ${pick(random, nouns)} ${pick(random, verbs)} the ${b} ${pick(random, nouns)}.`
  })
  return `# About ${pick(random, nouns)}\n\n${sentences.join(' ')}\n`
}

/** Writes the files of one state of a collection. In the second state, some are unchanged, changed, deleted or new. */
export async function lay(folder: string, documents: number, state: 1 | 2): Promise<void> {
  for (let number = 0; number < documents; number++) {
    const path = join(folder, `${String(number).padStart(4, '0')}.md`)
    const kind = ['same', 'same', 'changed', 'gone', 'new'][number % 5]
    const present = state === 1 ? kind !== 'new' : kind !== 'gone'
    const seed = `${number} ${kind === 'changed' ? state : 0}`
    if (present) await writeFile(path, prose(createRandom(seed)))
    else await rm(path, { force: true })
  }
}
