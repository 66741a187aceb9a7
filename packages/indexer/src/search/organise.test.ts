import { loadEncoder, normalize, row, type Encoder } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_ORGANISED, organiseSentences, type LooseSentence } from './organise.js'

const DIMS = 24
const SUBJECTS = {
  sea: ['tide', 'harbour', 'sail', 'anchor', 'gull', 'pilot'],
  bread: ['flour', 'yeast', 'oven', 'crust', 'dough', 'miller'],
  bees: ['hive', 'queen', 'nectar', 'comb', 'swarm', 'drone']
}

/** A sentence's vector is the sum of its words'; words of one subject are near one another. */
const encoder: Pick<Encoder, 'encode'> = {
  encode(sentences) {
    const vectors = zeroVectors(sentences.length, DIMS)
    for (const [index, sentence] of sentences.entries()) {
      for (const word of sentence.toLowerCase().match(/\p{L}+/gu) ?? []) {
        const subject = Object.entries(SUBJECTS).find(([, words]) => words.includes(word))?.[0]
        if (subject === undefined) continue
        const [own, single] = [subject, word].map(createRandom)
        for (let d = 0; d < DIMS; d++) row(vectors, index)[d] += 1.5 * own.normal() + 0.7 * single.normal()
      }
      normalize(row(vectors, index))
    }
    return Promise.resolve(vectors)
  }
}

const random = createRandom('loose sentences')
const LOOSE: LooseSentence[] = random.shuffle(
  Object.entries(SUBJECTS).flatMap(([subject, words]) =>
    Array.from({ length: 14 }, (_, n) => {
      const [a, b, c] = random.shuffle([...words])
      return { text: `The ${a} and the ${b} with a ${c} ${n}.`, source: `${subject}.md` }
    })
  )
)

describe('Loose sentences', () => {
  it('become a text of sections by theme, in which each is kept once with its source', async () => {
    const { sections, markdown } = await organiseSentences(encoder as Encoder, LOOSE, { count: 3 })
    expect(sections).toHaveLength(3)
    for (const { sentences, heading } of sections) {
      expect(new Set(sentences.map(({ source }) => source)).size).toBe(1)
      expect(SUBJECTS[sentences[0].source!.slice(0, -3) as keyof typeof SUBJECTS]).toContain(
        heading!.toLowerCase().split(/\P{L}/u)[0]
      )
    }
    const texts = (some: readonly LooseSentence[]): string[] => some.map(({ text }) => text).sort()
    expect(texts(sections.flatMap(({ sentences }) => sentences))).toEqual(texts(LOOSE))
    expect(markdown.match(/^## /gm)).toHaveLength(4)
    expect(markdown).toMatch(/## Sources\n\n1\. \w+\.md\n2\. \w+\.md\n3\. \w+\.md\n$/)
    expect(markdown.match(/ \[[123]\]$/gm)).toHaveLength(LOOSE.length)
  })

  it('of a single theme get no heading', async () => {
    const { sections, markdown } = await organiseSentences(encoder as Encoder, LOOSE, { count: 1 })
    expect(sections.map(({ heading }) => heading)).toEqual([''])
    expect(markdown.match(/^## .*$/gm)).toEqual(['## Sources'])
  })

  it('stand next to one that they are similar to', async () => {
    const { sections } = await organiseSentences(encoder as Encoder, LOOSE, { count: 3 })
    const likeness = async (texts: readonly string[]): Promise<number> => {
      const { data, dims } = await encoder.encode(texts)
      let sum = 0
      for (let i = dims; i < data.length; i++) sum += data[i] * data[i - dims]
      return sum
    }
    for (const { sentences } of sections) {
      const texts = sentences.map(({ text }) => text)
      const shuffled = createRandom('other order').shuffle([...texts])
      expect(await likeness(texts)).toBeGreaterThan(await likeness(shuffled))
    }
  })

  it('keep what looks like markup as text, and those without a known word at the end', async () => {
    const odd = ['# *Nobody* knows <this>.', '- 1 [link](x)', '3. qzx']
    const { sections, markdown } = await organiseSentences(
      encoder as Encoder,
      [...odd.map((text) => ({ text })), ...LOOSE.map(({ text }) => ({ text }))],
      { count: 2 }
    )
    expect(sections.at(-1)).toEqual({ sentences: odd.map((text) => ({ text })) })
    expect(markdown).toContain(
      '## Other sentences\n\n\\# \\*Nobody\\* knows \\<this\\>.\n\\- 1 \\[link\\](x)\n3\\. qzx\n'
    )
    expect(markdown).not.toContain('Sources')
  })

  it('do not change the direction of the text after them', async () => {
    const turned = { text: 'It is \u202eturned.', source: 'a \u2067b' }
    const { markdown } = await organiseSentences(encoder as Encoder, [turned, ...LOOSE], { count: 2 })
    expect(markdown).toContain('It is \u202eturned.\u202c [')
    expect(markdown).toContain('. a \u2067b\u2069\n')
  })

  it('are refused if there is none, or too many to compare', async () => {
    await expect(organiseSentences(encoder as Encoder, [])).rejects.toThrow('0 sentences; expected 1 to')
    const many = Array.from({ length: MAX_ORGANISED + 1 }, () => ({ text: 'a tide' }))
    await expect(organiseSentences(encoder as Encoder, many)).rejects.toThrow('2001 sentences')
  })
})

describe('Sentences on clear themes, without a number of sections', () => {
  /** The sentences of each theme of `loose-sentences.txt`. */
  const themes = readFileSync(new URL('loose-sentences.txt', import.meta.url), 'utf8')
    .split('\n\n')
    .map((part) => {
      const [source, ...texts] = part.trim().split('\n')
      return texts.map((text): LooseSentence => ({ text, source }))
    })
  let trained: Encoder
  beforeAll(async () => {
    trained = await loadEncoder(fileURLToPath(new URL('../../../../models/leitmotif-en', import.meta.url)))
  })
  afterAll(() => {
    trained.dispose()
  })

  /** Returns for each section with a heading how many of its sentences are on its most frequent theme. */
  async function leadingOf(first: number, count: number, each: number): Promise<number[]> {
    const own = Array.from({ length: count }, (_, t) => themes[(first + t) % themes.length].slice(0, each)).flat()
    const { sections } = await organiseSentences(trained, createRandom('scattered').shuffle(own))
    return sections
      .filter(({ heading }) => heading !== undefined)
      .map(({ sentences }) =>
        Math.max(...themes.map(([{ source }]) => sentences.filter((one) => one.source === source).length))
      )
  }

  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

  for (const [first, count, each] of [
    [0, 3, 10],
    [1, 3, 10],
    [2, 5, 6],
    [0, 6, 5],
    [0, 4, 15],
    [0, 6, 17]
  ]) {
    it(`become sections by theme, ${count * each} on ${count} themes from number ${first + 1}`, async () => {
      const leading = await leadingOf(first, count, each)
      expect(leading.length).toBeGreaterThanOrEqual(count - 1)
      expect(leading.length).toBeLessThanOrEqual(count + 1)
      expect(sum(leading) / (count * each)).toBeGreaterThan(0.75)
    })
  }

  it('become three sections, mostly, if they are twelve on three themes', async () => {
    const sets = await Promise.all(Array.from(themes.keys(), (first) => leadingOf(first, 3, 4)))
    expect(sets.filter((leading) => leading.length === 3 && sum(leading) >= 9).length).toBeGreaterThanOrEqual(5)
  })

  it('stay in one section if all are on one theme', async () => {
    for (const first of themes.keys()) expect(await leadingOf(first, 1, 12)).toHaveLength(1)
  })
})
