import { describe, expect, it } from 'vitest'
import { openLanguages } from './languages.js'

const store = { storedValue: () => Promise.resolve(undefined) }
const sentences = (text: string): { text: string }[] => text.split(/(?<=[.。]) ?/).map((each) => ({ text: each }))

const LONG = {
  en: 'The keeper lights the lamp at dusk and trims its wick. The oil for the lamp comes by boat, and in winter the boat is late. He writes down every ship.',
  de: 'Der Wärter zündet die Lampe in der Dämmerung an und kürzt den Docht. Das Öl kommt mit dem Boot, und im Winter kommt es spät. Er schreibt jedes Schiff auf.',
  fr: 'Le gardien allume la lampe au crépuscule et taille la mèche. L’huile vient par bateau, et en hiver le bateau est en retard. Il note chaque navire.',
  ta: 'காவலர் மாலையில் விளக்கை ஏற்றி அதன் திரியை வெட்டுகிறார். எண்ணெய் படகில் வருகிறது, குளிர்காலத்தில் படகு தாமதமாக வருகிறது. அவர் ஒவ்வொரு கப்பலின் பெயரையும் தன் புத்தகத்தில் எழுதுகிறார், இரவு முழுவதும் காற்றின் திசையையும் அலைகளின் உயரத்தையும் கவனிக்கிறார்.',
  ja: '灯台守は夕暮れに灯をともし、芯を切りそろえる。油は船で届くが、冬には遅れる。彼は通り過ぎるすべての船を帳面に書きつけ、風の向きと潮の高さも忘れずに記す。嵐の夜は眠らない。朝になると鏡を磨き、油を量り、階段を掃き、次の船が岬を回って来るのをじっと待っている。'
}

describe('The language of a document', () => {
  it('is recognised, and one that an encoder does not read is told from one that it reads', async () => {
    const english = await openLanguages(store, { language: 'en' })
    const every = await openLanguages(store, {})
    for (const [language, text] of Object.entries(LONG)) {
      expect(await english.languageOf(sentences(text))).toBe(language)
      expect(english.reads(language)).toBe(language === 'en')
      expect(every.reads(language)).toBe(true)
    }
    expect(english.reads(undefined)).toBe(true)
  })

  it('of a short text stays open, because names and slogans look like other languages, unless its letters are not Latin', async () => {
    const { languageOf } = await openLanguages(store, { language: 'en' })
    for (const text of ['Salmonella in Pistachios Spurs Recall.', 'Ja.', ''])
      expect(await languageOf(sentences(text))).toBeUndefined()
    expect(await languageOf(sentences('Паром отходит в полдень.'))).toBe('ru')
    expect(await languageOf(sentences('Die Fähre.'), 'de-CH')).toBe('de')
    for (const stated of ['js', 'Python', ['de'], 1])
      expect(await languageOf(sentences('Die Fähre.'), stated)).toBeUndefined()
  })

  it('of a table of numbers stays open, whatever its abbreviations look like', async () => {
    const { languageOf } = await openLanguages(store, { language: 'en' })
    const rows = Array.from({ length: 60 }, (_, i) => `Stat. No. Vol. ${i}.${i % 7} ${(i * 37) % 91}`)
    expect(await languageOf(rows.map((text) => ({ text })))).toBeUndefined()
  })

  it('is that of most of a document, not of a notice at its head', async () => {
    const { languageOf } = await openLanguages(store, { language: 'en' })
    const notice = sentences(
      'All rights reserved. No part of this book may be copied without written permission of the publisher.'
    )
    const book = Array.from({ length: 40 }, () => sentences(LONG.de)).flat()
    expect(await languageOf([...notice, ...book])).toBe('de')
  })
})
