import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { terms } from '../text/tokens.js'
import { meanVector, normalize, row, selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { assignThemes, findThemes, fitThemes, refineThemes, type Themes } from './themes.js'

const passages = readFileSync(new URL('passages.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => part.trim().split('\n').slice(1))
const sentences = passages.flat()
const subject = passages.flatMap((passage, p) => passage.map(() => p))

/** A direction for each word, the sum of them for each sentence: near where words are shared. */
function bagOfWords(texts: readonly string[], dims = 300): Vectors {
  const vectors = zeroVectors(texts.length, dims)
  texts.forEach((text, i) => {
    const to = row(vectors, i)
    for (const term of terms(text)) {
      if (term.length < 4) continue
      const random = createRandom(term)
      for (let d = 0; d < dims; d++) to[d] += random.normal()
    }
    normalize(to)
  })
  return vectors
}

/** `size` rows in each of `k` clusters, and `candidates` in directions of their own. */
function plant(k: number, size: number, candidates: number): Vectors {
  const random = createRandom('plant')
  const dims = 120
  const vectors = zeroVectors(k * size + candidates, dims)
  const centres = zeroVectors(k, dims)
  for (let i = 0; i < centres.data.length; i++) centres.data[i] = random.normal()
  for (let i = 0; i < vectors.count; i++) {
    const to = row(vectors, i)
    const centre = i < k * size ? row(centres, i % k) : new Float32Array(dims)
    for (let d = 0; d < dims; d++) to[d] = centre[d] + random.normal()
    normalize(to)
  }
  return vectors
}

const named = (n: number): string[] => Array.from({ length: n }, (_, i) => `Sentence ${i} says a little.`)

const plain = (themes: Themes): unknown => JSON.parse(JSON.stringify(themes))

describe('Themes', () => {
  it('of five passages are the five passages, each with its label and exemplars', () => {
    const { themes, assignment } = findThemes({ sentences, vectors: bagOfWords(sentences), passages: subject })
    expect(themes).toHaveLength(5)
    for (const theme of themes) {
      const own = sentences.flatMap((_, i) => (themes[assignment.theme[i]] === theme ? [subject[i]] : []))
      expect(own.filter((p) => p === own[0]).length).toBeGreaterThanOrEqual(0.8 * own.length)
      expect(theme.exemplars).toHaveLength(3)
      for (const { sentence, text } of theme.exemplars) {
        expect(text).toBe(sentences[sentence])
        expect(themes[assignment.theme[sentence]]).toBe(theme)
      }
    }
    expect(themes.map(({ label }) => label).join(' ')).toMatch(/violin maker/)
    expect(themes.map(({ id }) => id)).toEqual(['theme-01', 'theme-02', 'theme-03', 'theme-04', 'theme-05'])
  })

  it('have sizes, shares and strays that add up', () => {
    const found = findThemes({ sentences, vectors: bagOfWords(sentences) }, { count: 6 })
    const sizes = found.themes.map(({ size }) => size)
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
    expect(sizes.reduce((a, b) => a + b, 0) + found.unassigned).toBe(found.sentences)
    expect(found.themes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(
      1 - found.unassigned / found.sentences,
      9
    )
  })

  it('leave out sentences far from every theme, and few others', () => {
    const vectors = plant(5, 60, 40)
    const { assignment, themes } = findThemes({ sentences: named(340), vectors })
    expect(themes).toHaveLength(5)
    const left = Array.from(assignment.theme).map((theme) => theme < 0)
    expect(left.slice(300).filter(Boolean).length).toBeGreaterThanOrEqual(36)
    expect(left.slice(0, 300).filter(Boolean).length).toBeLessThanOrEqual(3)
    expect(findThemes({ sentences: named(340), vectors }, { belonging: 0 }).unassigned).toBe(0)
  })

  it('begin from seeds: each takes its rows out of a larger theme, and stays the first of the model', () => {
    const vectors = plant(6, 40, 0)
    const of = (cluster: number): Vectors =>
      selectRows(
        vectors,
        Array.from({ length: 40 }, (_, i) => i * 6 + cluster)
      )
    const plainly = assignThemes(vectors, fitThemes(vectors, { count: 3 })).theme
    expect(plainly.filter((theme) => theme === plainly[5]).length).toBeGreaterThan(60)
    // The words of a seed are in some sentences of its theme only.
    const seeds = [5, 2].map((cluster) => meanVector(selectRows(of(cluster), [0, 1, 2, 3, 4, 5, 6, 7])))
    const seeded = fitThemes(vectors, { count: 3, seeds })
    for (const [s, cluster] of [5, 2].entries()) {
      const { theme } = assignThemes(vectors, seeded)
      const own = Array.from(theme.keys()).filter((i) => theme[i] === s)
      expect(own.filter((i) => i % 6 === cluster).length).toBeGreaterThanOrEqual(36)
      expect(own.filter((i) => i % 6 !== cluster).length).toBeLessThanOrEqual(4)
    }
    // Whatever is learned later, a seeded theme stays what the seed says.
    const { learn, finish } = refineThemes(seeded)
    learn(vectors)
    const { themes } = finish(vectors, 0.5).model
    expect(themes.slice(0, 2).map(({ centroid }) => [...centroid])).toEqual(
      seeded.themes.slice(0, 2).map(({ centroid }) => [...centroid])
    )
    // A seed of a theme that was found anyway adds none.
    const found = fitThemes(vectors, { count: 6 })
    expect(fitThemes(vectors, { count: 6, seeds: [meanVector(of(1))] }).themes).toHaveLength(found.themes.length)
  })

  it('assign any slice of the vectors as they assigned the whole', () => {
    const vectors = bagOfWords(sentences)
    const found = findThemes({ sentences, vectors })
    const slice = [3, 14, 15, 41, 47]
    const { theme, similarity } = assignThemes(selectRows(vectors, slice), found)
    expect(Array.from(theme)).toEqual(slice.map((i) => found.assignment.theme[i]))
    expect(Array.from(similarity)).toEqual(slice.map((i) => found.assignment.similarity[i]))
  })

  it('of a large collection are found on a sample, and every sentence gets one', () => {
    const vectors = plant(6, 100, 0)
    const found = findThemes({ sentences: named(600), vectors }, { sample: 150, count: 6 })
    expect(found.themes).toHaveLength(6)
    expect(found.unassigned).toBeLessThanOrEqual(6)
    const clusters = new Set(Array.from(found.assignment.theme, (theme, i) => `${theme} ${i % 6}`))
    expect(Array.from(clusters).filter((pair) => !pair.startsWith('-1'))).toHaveLength(6)
  })

  it('are the same, to the byte, for the same input and seed', () => {
    const input = { sentences, vectors: bagOfWords(sentences), passages: subject }
    expect(plain(findThemes(input))).toEqual(plain(findThemes(input)))
  })

  it('have exemplars that are not alike, not too short and not too long', () => {
    const texts = [
      ...Array.from({ length: 12 }, () => 'The sound post joins the belly to the back.'),
      'Sound post.',
      `The sound post ${'and the belly and the back '.repeat(20)}`,
      'A sound post of spruce stands inside the violin, near the belly.'
    ]
    const { themes } = findThemes({ sentences: texts, vectors: bagOfWords(texts) }, { count: 1, exemplars: 5 })
    expect(themes[0].exemplars.map(({ text }) => text)).toEqual([texts[0], texts[14]])
  })

  it('are found in three sentences, and made of whatever there is', () => {
    const small = (texts: string[], vectors = bagOfWords(texts)): Themes => findThemes({ sentences: texts, vectors })
    expect(small([]).themes).toEqual([])
    expect(small(['The violin sings.']).themes.map(({ size }) => size)).toEqual([1])
    expect(small(sentences.slice(0, 2)).themes.map(({ size }) => size)).toEqual([2])
    expect(small(sentences.slice(0, 3)).themes.map(({ size }) => size)).toEqual([3])
    const equal = small(['Same words here.', 'Same words here.', 'Same words here.', 'Same words here.'])
    expect(equal.themes.map(({ size }) => size)).toEqual([4])
    expect(equal.themes[0].exemplars).toHaveLength(1)
    const unknown = small(['a', 'b', 'c', 'd', 'e'])
    expect(unknown.themes).toEqual([])
    expect(unknown.unassigned).toBe(5)
    expect(findThemes({ sentences, vectors: bagOfWords(sentences) }, { count: 1 }).themes).toHaveLength(1)
    const most = findThemes(
      { sentences: sentences.slice(0, 6), vectors: bagOfWords(sentences.slice(0, 6)) },
      { count: 50 }
    )
    expect(most.themes.length).toBeLessThanOrEqual(6)
  })

  it('refuse what does not fit together, and say so', () => {
    const vectors = bagOfWords(sentences)
    expect(() => findThemes({ sentences: ['one'], vectors })).toThrow('1 sentences have 50 vectors')
    expect(() => findThemes({ sentences, vectors, passages: [0] })).toThrow('1 passages for 50 vectors')
    expect(() => findThemes({ sentences, vectors, documents: [0] })).toThrow('documents has 1 items for 50 sentences')
    expect(() => findThemes({ sentences, vectors, headings: [['Tea']] })).toThrow('headings has 1 items for 50')
    const ignore = 'tea' as unknown as string[]
    expect(() => findThemes({ sentences, vectors }, { ignore })).toThrow('ignore is of type string; expected an array')
    expect(() => findThemes({ sentences, vectors }, { minSize: 0 })).toThrow('minSize is 0; expected')
    expect(() => findThemes({ sentences, vectors }, { belonging: 2 })).toThrow('belonging is 2; expected')
    expect(() => findThemes({ sentences, vectors }, { count: 1.5 })).toThrow('count is 1.5; expected a whole number')
    expect(() => fitThemes(vectors, { belonging: NaN })).toThrow('belonging is NaN; expected a number from 0 to 1')
    const found = findThemes({ sentences, vectors })
    expect(() => assignThemes(zeroVectors(1, 8), found)).toThrow('8 dimensions, the themes 300')
  })
})
