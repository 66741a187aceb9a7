/** The first tokens of a vocabulary, in the order of their ids. */
export const SPECIAL_TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']

/**
 * Returns a `tokenizer.json` of Hugging Face for words and word pieces in lower case, as BERT's. `tokens`: the whole vocabulary,
 * which begins with `SPECIAL_TOKENS`.
 */
export function tokenizerJson(tokens: readonly string[]): object {
  return {
    added_tokens: SPECIAL_TOKENS.map((content, id) => ({ id, content, special: true })),
    normalizer: {
      ...{ type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true },
      ...{ strip_accents: null, lowercase: true }
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } }
      ],
      ...{ pair: [], special_tokens: {} }
    },
    decoder: null,
    model: {
      ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id]))
    }
  }
}
