import { SPECIAL_TOKENS, tokenizerJson } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { BundleError } from './manifest-members.js'
import { openTokenizer, type TokenizerOptions } from './tokenizer.js'

const vocabulary = [...SPECIAL_TOKENS, 'query', ':', 'the', 'har', '##bour', 'tide', 'cafe', '.', '茶']
const id = (token: string): number => vocabulary.indexOf(token)
const ids = (...tokens: string[]): number[] => ['[CLS]', ...tokens, '[SEP]'].map(id)

const wordPieces = tokenizerJson(vocabulary)

const open = async (
  json: object = wordPieces,
  options: Partial<TokenizerOptions> = {}
): Promise<(text: string, prompt?: string) => number[]> => {
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  const { encode } = await openTokenizer(bytes, { maxTokens: 8, file: 'tokenizer.json', ...options })
  return (text, prompt) => [...encode(text, prompt)]
}

describe('A tokenizer', () => {
  it('gives the ids of words and pieces between special tokens', async () => {
    const encode = await open()
    expect(encode('The harbour.')).toEqual(ids('the', 'har', '##bour', '.'))
    expect(encode('CAFÉ\u0000 茶茶')).toEqual(ids('cafe', '茶', '茶'))
    expect(encode('the zebra 🦓')).toEqual(ids('the', '[UNK]', '[UNK]'))
    expect(encode(`${'x'.repeat(101)} tide`)).toEqual(ids('[UNK]', 'tide'))
  })

  it('keeps special tokens of texts that are too long', async () => {
    const encode = await open(wordPieces, { maxTokens: 5 })
    expect(encode('tide the harbour')).toEqual(ids('tide', 'the', 'har'))
    expect(encode('tide '.repeat(100_000))).toEqual(ids('tide', 'tide', 'tide'))
  })

  it('puts a prompt before a text', async () => {
    const encode = await open()
    expect(encode('the tide', 'query: ')).toEqual(ids('query', ':', 'the', 'tide'))
  })

  it('gives nothing for a text without a known token, whatever its prompt', async () => {
    const encode = await open()
    for (const text of ['', ' \n', '🦓', 'zebra zebra', '\u0000'])
      for (const prompt of [undefined, 'query: ']) expect(encode(text, prompt), text).toEqual([])
  })

  it('knows the id of padding from the file, from the tokens, or takes 0', async () => {
    const paddingOf = async (json: object): Promise<number> =>
      (await openTokenizer(new TextEncoder().encode(JSON.stringify(json)), { maxTokens: 8, file: 'x' })).padding
    expect(await paddingOf({ ...wordPieces, padding: { pad_id: 5 } })).toBe(5)
    expect(await paddingOf({ ...wordPieces, added_tokens: [{ id: 9, content: '<pad>', special: true }] })).toBe(9)
    expect(await paddingOf({ ...wordPieces, added_tokens: [] })).toBe(0)
  })

  it('is not opened from another file, or for too few tokens', async () => {
    for (const text of [
      '',
      '{"model": 1',
      '[]',
      '{}',
      JSON.stringify({ ...wordPieces, normalizer: { type: 'Magic' } })
    ]) {
      const error: unknown = await openTokenizer(new TextEncoder().encode(text), {
        maxTokens: 8,
        file: 'a.json'
      }).catch((reason: unknown) => reason)
      expect(error, text).toBeInstanceOf(BundleError)
      expect((error as Error).message).toMatch(
        /^a\.json: can't be read \(.*\); expected a tokenizer\.json of Hugging Face/
      )
    }
    await expect(open(wordPieces, { maxTokens: 2 })).rejects.toThrow(
      /adds 2 special tokens to 2 tokens at most; expected/
    )
  })
})

it('Tokens are those of a tokenizer by character pairs, too', async () => {
  const vocab = { '<unk>': 0, a: 1, b: 2, ab: 3, Ġ: 4, Ġab: 5 }
  const json = {
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', vocab, merges: ['a b', 'Ġ ab'], unk_token: '<unk>' }
  }
  expect((await open(json))('ab aab')).toEqual([5, 4, 1, 3])
})
