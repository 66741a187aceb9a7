import type { Article } from '@leitmotif/encoder/stages'
import { createRandom } from '@leitmotif/encoder/vectors'
import { writeWordVectors } from '@leitmotif/trainer'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const words = Array.from({ length: 60 }, (_, i) => `${'bcdfghklmnprstv'[i % 15]}${'aeiou'[i % 5]}${i}`)

/** Returns an article whose sections each favour eight words. */
function articleOf(index: number): Article {
  const random = createRandom(`training ${index}`)
  const sentence = (section: number): string =>
    `${Array.from({ length: 8 }, (_, i) => words[i < 2 ? section * 8 + random.integer(8) : random.integer(60)]).join(' ')}.`
  const sections = [0, 1, 2, 3, 4, 5].map((section) => ({
    heading: `${words[section * 8]} ${words[section * 8 + 1]}`,
    level: 1,
    paragraphs: Array.from({ length: 4 }, () => sentence(section))
  }))
  return {
    id: `training:${index}`,
    title: `Article ${index}`,
    sections: [{ heading: '', level: 0, paragraphs: [] }, ...sections]
  }
}

/** Writes `toy.jsonl` with 80 articles and `toy.bin` with random vectors for their words. */
export async function writeToyCorpus(folder: string): Promise<void> {
  const lines = Array.from({ length: 80 }, (_, i) => `${JSON.stringify(articleOf(i))}\n`)
  await writeFile(join(folder, 'toy.jsonl'), lines.join(''))
  const random = createRandom('vectors')
  const data = Float32Array.from({ length: words.length * 24 }, () => random.normal())
  const vectors = { terms: words, vectors: { count: words.length, dims: 24, data } }
  await writeWordVectors(join(folder, 'toy.bin'), vectors, 'binary')
}
