import { expect, it } from 'vitest'
import { joinNames } from './joined-names.js'
import { terms } from './tokens.js'

const NAMES = new Set(['harbour_bank', 'harbour_bank_of_oslo', 'bank_of', 'mei_farrow', 'a_b_c_d_e_f'])
const read = (text: string): string => joinNames(terms(text), (joined) => NAMES.has(joined)).join(' ')

it('Names are read as one word, the longest from the left, whatever their capitals', () => {
  expect(read('Mei Farrow sues HARBOUR BANK')).toBe('mei_farrow sues harbour_bank')
  expect(read('the Harbour Bank of Oslo buys a mill')).toBe('the harbour_bank_of_oslo buys a mill')
  expect(read('bank of harbour')).toBe('bank_of harbour')
})

it('What is no name stays as it is, also at the end and where a name would be too long', () => {
  expect(read('Harbour, bank; mei')).toBe('harbour , bank ; mei')
  expect(read('a b c d e f')).toBe('a b c d e f')
  expect(read('')).toBe('')
})
