import { normalize, row, type Encoder } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
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

  it('are refused if there is none, or too many to compare', async () => {
    await expect(organiseSentences(encoder as Encoder, [])).rejects.toThrow('0 sentences; expected 1 to')
    const many = Array.from({ length: MAX_ORGANISED + 1 }, () => ({ text: 'a tide' }))
    await expect(organiseSentences(encoder as Encoder, many)).rejects.toThrow('2001 sentences')
  })
})
