import { describe, expect, it } from 'vitest'
import type { SuggestionWeights } from '../segmentation/suggestion-weights.js'
import type { FormedParagraph } from './paragraph-forms.js'
import { placesOf, weighPlaces } from './section-starts.js'

const text: FormedParagraph = { form: 'text' }
const item = (label: string): FormedParagraph => ({ form: 'text', label })
const line = (label: string): FormedParagraph => ({ form: 'label', label })

/** Returns where a heading is likely missing in a section of these paragraphs, if nothing but their form tells. */
function missingIn(forms: readonly FormedParagraph[], chance = -1, texts: readonly string[] = []): number | undefined {
  const same = (): number[] => [1]
  const weights: SuggestionWeights = { unheaded: [-1], missing: [chance], move: [], separate: [], heading: [] }
  const places = placesOf({
    paragraphs: forms.map((form, p) => ({ form, text: texts[p] ?? 'Oak bends.', isAfterBreak: false })) as never
  })
  const found = weighPlaces({ odds: [], unheaded: same, missing: same }, places, weights).missing(0, forms.length, 4)
  return found === undefined || found.chance < 0.25 ? undefined : found.paragraph
}

describe('A heading is missing', () => {
  it('where bold words begin one paragraph of a section', () => {
    expect(missingIn([text, text, text, item('Windmills'), text])).toBe(3)
    expect(missingIn([text, text, text, text])).toBeUndefined()
  })

  it('where lines stand for headings, however many', () => {
    expect(missingIn([text, text, line('Windmills'), text, line('Watermills'), text, text])).toBe(2)
  })

  it('not where bold words begin several paragraphs: these are the items of a section', () => {
    expect(missingIn([item('Watermills'), text, text, item('Windmills'), text])).toBeUndefined()
    expect(missingIn([text, text, item('Windmills'), item('Watermills'), item('Horse mills'), text])).toBeUndefined()
  })

  it('not where the first sentence goes on with the text before it, or leads to what follows', () => {
    const missingAt = (third: string): number | undefined =>
      missingIn([text, text, text, text], 0, ['Oak bends.', 'Ash splits.', third, 'Elm rots.'])
    for (const open of [
      'Forests grow. Such is life.',
      'This Act was passed.',
      'This chapter is on elms.',
      'Soil matters.'
    ])
      expect(missingAt(open), open).toBe(2)
    for (const bound of [
      'Here’s a forest.',
      'Take oak as an example. It bends.',
      'The first thing to do is to dig.',
      'The trees are: oak, ash and elm.',
      'This means that it bends.'
    ])
      expect(missingAt(bound), bound).toBeUndefined()
  })

  it('not where a paragraph carries on a thought, unless a break comes before it', () => {
    const mayBegin = (opening: string, isAfterBreak = false): boolean =>
      placesOf({
        paragraphs: ['Oak bends.', opening].map((own) => ({ form: text, text: own, isAfterBreak })) as never
      }).mayBegin(1)
    for (const opening of ['For example, ash splits.', 'However, ash splits.', '*Thus* ash splits.'])
      expect(mayBegin(opening), opening).toBe(false)
    for (const opening of ['Forests grow.', 'Insteads of old', 'Ash splits, for example.'])
      expect(mayBegin(opening), opening).toBe(true)
    expect(mayBegin('However, ash splits.', true)).toBe(true)
  })
})
