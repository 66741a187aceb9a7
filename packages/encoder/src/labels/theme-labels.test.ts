import { readFileSync } from 'node:fs'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { labelThemes, type LabelOptions, type ThemeLabel } from './theme-labels.js'

/** Passages on unlike subjects: `# subject`, then a sentence a line. */
const passages = readFileSync(new URL('../themes/passages.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => part.trim().split('\n').slice(1))
const sentences = passages.flat()
const subjects = passages.flatMap((passage, p) => passage.map(() => p))

/** One theme of all the sentences, and one of none of its words to tell it from. */
const labelOne = (text: readonly string[]): ThemeLabel => {
  const other = ['Granite towers stand on rocks.', 'Keepers wait for boats.']
  return labelThemes([...text, ...other], [...text.map(() => 0), 1, 1], 2)[0]
}

const termsOf = (label: ThemeLabel): string[] => label.terms.map(({ term }) => term)

describe('Labels', () => {
  it('say what each passage is about', () => {
    const labels = labelThemes(sentences, subjects, passages.length)
    const expected = [
      ['violin maker', 'spruce', 'maple', 'hide glue'],
      ['tidal range', 'high water', 'tide tables', 'Moon'],
      ['bicycle chain', 'brake pads', 'inner tube', 'brake cable'],
      ['sourdough starter', 'dough', 'loaf', 'wild yeast'],
      ['lighthouse keeper', 'Fresnel lens', 'fog signal', 'lamp']
    ]
    labels.forEach((label, p) => {
      const found = termsOf(label).slice(0, 6)
      const hits = expected[p].filter((term) => found.includes(term))
      expect(hits.length, found.join(', ')).toBeGreaterThanOrEqual(2)
    })
    expect(labels.map(({ heading }) => heading)).toEqual([
      'Violin maker',
      'Tidal range',
      'Brake pads',
      'Sourdough starter',
      'Lighthouse keeper'
    ])
  })

  it('have scores that fall, above 0', () => {
    for (const { terms } of labelThemes(sentences, subjects, passages.length)) {
      const scores = terms.map(({ score }) => score)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
      expect(Math.min(...scores)).toBeGreaterThan(0)
    }
  })

  it('show words in the spelling that the text uses most', () => {
    const label = labelOne([
      'Elasticsearch runs in New York.',
      'We moved to New York for Elasticsearch.',
      'They like elasticsearch, and new york too, but Elasticsearch in New York most.',
      'Nights in New York are bright.'
    ])
    expect(termsOf(label)).toContain('New York')
    expect(termsOf(label)).toContain('Elasticsearch')
    expect(
      termsOf(labelOne(['Bees dance.', 'Bees hum.', 'Wild bees sleep.', 'All bees feed, as do these bees.']))
    ).toContain('bees')
  })

  it('never begin or end with a stop word, or are one', () => {
    const label = labelOne([
      'One of the uses of the use is also the using of it.',
      'The use of salt. The use of the salt also.',
      'Ten kg and sq mi at five a.m. or six p.m. on the way.'
    ])
    expect(termsOf(label)).toEqual(['salt'])
  })

  it('never end with what somebody did, in whatever way that is formed', () => {
    const label = labelOne([
      'A museum opened, a museum built by sailors; the museum died.',
      'The museum opened late, built of brick, and the museum died of debt.'
    ])
    expect(termsOf(label).filter((term) => /(?:opened|built|died)$/i.test(term))).toEqual([])
    expect(termsOf(label)).toContain('museum')
  })

  it('never cross punctuation, a number or the end of a sentence', () => {
    const label = labelOne(['red (apple), green; pear', 'Red. Apple', 'red, apple 3 green - pear', 'a red', 'apple'])
    for (const term of termsOf(label)) expect(term).not.toContain(' ')
  })

  it('hold no digits, punctuation, addresses, paths or code alone', () => {
    const text =
      'See https://example.org/a/b and src/main/app.ts or `my_value` = 42, 1984, 3.5, -- x{y}, getItemById() of salt.'
    expect(termsOf(labelOne([text, text, text]))).toEqual(['salt'])
  })

  it('say nothing twice: forms of a word, its plural, words of a phrase already there, another order', () => {
    const label = labelOne([
      'Encrypt the disk: disk encryption works.',
      'Encrypted disks need disk encryption, and encryption of disks is encryption.',
      'A disk encrypts; disks are encrypted by disk encryption.'
    ])
    const found = termsOf(label)
    expect(found).toContain('disk encryption')
    expect(found.filter((term) => /encrypt/i.test(term))).toHaveLength(1)
    expect(found).not.toContain('disk')
    expect(found).not.toContain('disks')
  })

  it('show no part of a phrase that stands nowhere else', () => {
    const label = labelOne([
      'Open source pays.',
      'Our open source, their open source, and open source again.',
      'Most open source projects fail.',
      'Few open source projects pay for open source projects.'
    ])
    expect(termsOf(label)[0]).toMatch(/^open source/i)
    expect(termsOf(label)).not.toContain('source projects')
  })

  it('keep acronyms together at their slash, and part words there', () => {
    const label = labelOne([
      'TCP/IP carries salt/pepper.',
      'All TCP/IP carries pepper/salt.',
      'Salt, TCP/IP or pepper.'
    ])
    expect([...termsOf(label)].sort()).toEqual(['TCP/IP', 'pepper', 'salt'])
  })

  it('keep the marks of names that have them, and of nothing else', () => {
    const text = [
      'Templates in C++ are checked late, and C++ compilers say so.',
      'A port from C++ (and from C#) to .NET took a week: .NET has generics.',
      'Generics in C# are older than those of F#, said the C# team (C#, not C).',
      'We ran .NET beside C++17 and ASP.NET, and wrote vitamin C + D, A# minor and issue #12 there.'
    ]
    const terms = termsOf(labelOne(text))
    expect(terms).toEqual(expect.arrayContaining(['C++', 'C#', '.NET']))
    expect(terms.filter((term) => /[+#]|^\./.test(term)).sort()).toEqual(['.NET', 'C#', 'C++'])
  })

  it('differ from theme to theme, even where the words are the same', () => {
    const text = ['salt and pepper', 'salt and pepper', 'salt and pepper', '12', '13']
    const labels = labelThemes(text, [0, 1, 2, 3, 4], 5)
    expect(new Set(labels.map(({ label }) => label)).size).toBe(5)
    expect(new Set(labels.map(({ heading }) => heading)).size).toBe(5)
  })

  it('are not made of what one passage of many repeats', () => {
    const texts = ['barley', 'oats', 'rye'].flatMap((grain) => [
      `A field of ${grain} ripens.`,
      `Mills grind ${grain} to flour.`
    ])
    const tale = ['Anselm sowed.', 'Then Anselm reaped.', 'So Anselm sang.', 'Later Anselm slept.', 'Soon Anselm woke.']
    const others = ['Granite towers stand on rocks.', 'Keepers wait for boats.']
    const passages = [...texts.map((_, i) => i), ...tale.map(() => 50), 60, 61]
    const label = (options: LabelOptions): string =>
      labelThemes([...texts, ...tale, ...others], [...texts, ...tale].map(() => 0).concat(1, 1), 2, options)[0].label
    expect(label({})).toMatch(/Anselm/)
    expect(label({ passages })).not.toMatch(/Anselm/)
  })

  it('are not made of what one document of many says, in however many passages', () => {
    const grains = ['barley', 'oats', 'rye', 'millet', 'wheat', 'maize', 'sorghum', 'spelt', 'emmer']
    const texts = grains.flatMap((grain) => [`A field of ${grain} ripens.`, `Mills grind ${grain} to flour.`])
    const tale = 'sowed reaped sang slept woke left fell rose sat ran spoke wept laughed prayed'
      .split(' ')
      .map((did) => `Anselm ${did}.`)
    const others = ['Granite towers stand on rocks.', 'Keepers wait for boats.']
    const all = [...texts, ...tale, ...others]
    const passages = all.map((_, i) => i)
    const documents = [...texts.map((_, i) => i), ...tale.map(() => 50), 60, 61]
    const label = (options: LabelOptions): string =>
      labelThemes(all, [...texts, ...tale].map(() => 0).concat(1, 1), 2, options)[0].label
    expect(label({ passages })).toMatch(/Anselm/)
    expect(label({ passages, documents })).not.toMatch(/Anselm/)
    // A collection of one document is named as ever.
    expect(label({ passages, documents: all.map(() => 0) })).toBe(label({ passages }))
  })

  it('find the stop words of other languages by how evenly they are spread', () => {
    const nouns = ['Fluss', 'Brücke', 'Käse', 'Geige', 'Wolke']
    const german = nouns.flatMap((noun, p) =>
      Array.from({ length: 20 }, (_, i) => ({
        p,
        text: `Nummer ${i} war der ${noun}, sondern nicht wie die andere ${noun} ist.`
      }))
    )
    const labels = labelThemes(
      german.map(({ text }) => text),
      german.map(({ p }) => p),
      nouns.length
    )
    labels.forEach((label, p) => {
      expect(label.label).toBe(nouns[p])
    })
  })

  it('are made of no function words of another language, where a few texts are of one', () => {
    const others = [
      [
        'El faro de la costa guía a los barcos que entran en el puerto.',
        'Los pescadores dicen que el faro es la vida del puerto.',
        'Para el puerto, la luz del faro vale más que los barcos.',
        'Cuando el faro se apaga, los barcos no entran en el puerto.'
      ],
      [
        'Der Müller mahlt das Korn, und die Mühle steht an dem Bach.',
        'Die Mühle war alt, und der Bach war nicht tief.',
        'Wenn das Korn gemahlen ist, wird die Mühle still.',
        'Das Korn für die Mühle ist auf dem Wagen.'
      ],
      [
        'Le boulanger sort les pains du fournil avec une pelle.',
        'Il faut du bois pour le fournil, et de la farine pour les pains.',
        'Les pains que nous avons mangés sont du même fournil.',
        'La pelle est dans le fournil, et les pains ne sont pas cuits.'
      ]
    ]
    const texts = [...sentences, ...others.flat()]
    const themes = [...subjects, ...others.flatMap((of, o) => of.map(() => passages.length + o))]
    const labels = labelThemes(texts, themes, passages.length + others.length).slice(passages.length)
    expect(labels.map(({ label }) => label.toLowerCase().split(', ').sort())).toEqual([
      ['barcos', 'faro', 'puerto'],
      ['bach', 'korn', 'mühle'],
      ['fournil', 'pains', 'pelle']
    ])
  })

  it('keep English words that are function words elsewhere', () => {
    const hats = ['A felt hat is warm.', 'The hat of a son.', 'Each son has a hat for the war.', 'No war wants a hat.']
    expect(termsOf(labelOne(hats))).toEqual(expect.arrayContaining(['hat', 'son', 'war']))
  })

  it('are phrases of characters in languages without spaces', () => {
    const label = labelOne(['東京は大きい。', '東京に行く。', '私は東京が好き。'])
    expect(termsOf(label)[0]).toBe('東京')
  })

  it.each([
    ['useMemo', ['A hook is useMemo.', 'Wrap it in useMemo.', 'Few need useMemo.']],
    ['crates.io', ['Publish on crates.io.', 'Look on crates.io.', 'Sign on to crates.io.']]
  ])('have headings that write the name %s as the text does', (name, text) => {
    expect(labelOne(text).heading.startsWith(name)).toBe(true)
  })

  it.each<[string, number[], number, LabelOptions]>([
    ['theme has 1 members; expected 2', [0], 1, {}],
    ['theme has 3 members; expected 2', [0, 0, 0], 1, {}],
    ['theme[1] is 1; expected a whole number from -1 (none) to 0', [0, 1], 1, {}],
    ['theme[0] is -2', [-2, 0], 1, {}],
    ['theme[0] is NaN', [NaN, 0], 1, {}],
    ['count is 1.5', [0, 0], 1.5, {}],
    ['passages has 1 members; expected 2', [0, 0], 1, { passages: [0] }],
    ['documents has 1 members; expected 2', [0, 0], 1, { documents: [0] }]
  ])('are refused: %s', (message, theme, count, options) => {
    expect(() => labelThemes(['Salt is dear.', 'Pepper, too.'], theme, count, options)).toThrow(message)
  })

  it('are made even of a theme without words, without sentences, and of no theme', () => {
    expect(labelThemes(['...', '42'], [0, 0], 1)).toEqual([{ label: 'unnamed', heading: 'Unnamed', terms: [] }])
    expect(labelThemes(['salt'], [-1], 1)).toEqual([{ label: 'unnamed', heading: 'Unnamed', terms: [] }])
    expect(labelThemes([], [], 0)).toEqual([])
  })

  it.each<[string, (n: number) => string[]]>([
    ['words', (n) => ['salt '.repeat(n)]],
    ['one long word', (n) => ['x'.repeat(n)]],
    ['hyphens', (n) => ['a-'.repeat(n)]],
    ['full stops', (n) => ['.'.repeat(n)]],
    ['what looks like paths', (n) => ['(a.b/'.repeat(n / 4)]],
    ['ever new words', (n) => Array.from({ length: n / 8 }, (_, i) => `word${i} name${i} thing${i} salt`)]
  ])('are found in time linear in the text, of %s', async (name, shape) => {
    await expectLinear(name, 40_000, shape, (text) => labelThemes(text, new Int32Array(text.length), 1))
  })

  it.each<[string, (i: number) => string]>([
    ['of the same word', () => 'Salt.'],
    ['without a word', () => '12.'],
    ['of a few words', (i) => `Salt and pepper on ${['bread', 'eggs', 'rice'][i % 3]}.`]
  ])('are found in time linear in the number of themes %s', async (name, sentence) => {
    const make = (count: number): string[] => Array.from({ length: count }, (_, i) => sentence(i))
    await expectLinear(name, 8_000, make, (text) =>
      labelThemes(
        text,
        text.map((_, i) => i),
        text.length
      )
    )
  })
})
