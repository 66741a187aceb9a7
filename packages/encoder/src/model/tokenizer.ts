import { BundleError } from './manifest-members.js'

/** Cuts texts into the tokens of a model. */
export interface Tokenizer {
  /**
   * Returns the ids of the tokens of `prompt + text`, with special tokens. Drops tokens at the text's end if there are
   * too many. Empty for a text without a token that the model knows.
   */
  readonly encode: (text: string, prompt?: string) => Int32Array
  /** The id for padding. */
  readonly padding: number
}

/** Members of `tokenizer_config.json` that change tokens. */
export const TOKENIZER_SETTINGS = ['remove_space', 'do_lowercase_and_remove_accent'] as const
export type TokenizerSettings = Readonly<Partial<Record<(typeof TOKENIZER_SETTINGS)[number], boolean>>>

export interface TokenizerOptions {
  /** Tokens of a text at most, including special ones. */
  readonly maxTokens: number
  readonly settings?: TokenizerSettings
  /** Name in error messages. */
  readonly file: string
}

/** The members used of a `tokenizer.json`. */
interface TokenizerFile {
  readonly added_tokens?: readonly { readonly id: number; readonly content: string }[]
  readonly padding?: { readonly pad_id?: number } | null
  readonly model?: { readonly unk_token?: string | null; readonly unk_id?: number | null }
}

/** The members used of the library. Its own declarations have imports that TypeScript can't resolve. */
interface Library {
  readonly Tokenizer: new (json: object, settings: object) => LibraryTokenizer
}
interface LibraryTokenizer {
  readonly encode: (text: string, options?: { readonly add_special_tokens: boolean }) => { readonly ids: number[] }
  readonly token_to_id: (token: string) => number | undefined
}

async function loadLibrary(): Promise<Library> {
  try {
    return await import('@huggingface/tokenizers')
  } catch (error) {
    throw new Error(`@huggingface/tokenizers can't be loaded (${String(error)}); install it`, { cause: error })
  }
}

/** Contents of a token for padding, if the file does not say its id. */
const PADDING = ['[PAD]', '<pad>']

/**
 * Maximum number of characters read of a text per token. Few tokens are longer, and reading a text of megabytes would
 * block the host.
 */
const CHARACTERS_PER_TOKEN = 64

/**
 * Opens a `tokenizer.json` of Hugging Face. The first call loads the library that reads it.
 * @throws BundleError if the library can't read the file; Error if the library can't be loaded.
 */
export async function openTokenizer(
  bytes: Uint8Array,
  { maxTokens, settings = {}, file }: TokenizerOptions
): Promise<Tokenizer> {
  const { Tokenizer: Library } = await loadLibrary()
  const fault = (found: string): BundleError =>
    new BundleError(`${file}: ${found}; expected a tokenizer.json of Hugging Face: export the tokenizer again`)
  let json: TokenizerFile
  let library: LibraryTokenizer
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as TokenizerFile
    library = new Library(json, settings)
  } catch (error) {
    throw fault(`can't be read (${error instanceof Error ? error.message : String(error)})`)
  }
  const { added_tokens: added = [], padding, model } = json
  const unknown = library.token_to_id(model?.unk_token ?? '') ?? model?.unk_id ?? undefined
  const idsOf = (text: string): number[] => library.encode(text, { add_special_tokens: false }).ids
  const { before, after } = specialTokens(idsOf(SOME), library.encode(SOME).ids)
  const room = maxTokens - before.length - after.length
  if (room < 1) throw fault(`adds ${before.length + after.length} special tokens to ${maxTokens} tokens at most`)
  const prompts = new Map([['', 0]])
  const lengthOf = (prompt: string): number => {
    const length = prompts.get(prompt) ?? idsOf(prompt.trimEnd()).length
    prompts.set(prompt, length)
    return length
  }
  return {
    padding: padding?.pad_id ?? added.find(({ content }) => PADDING.includes(content))?.id ?? 0,
    encode(text, prompt = '') {
      if (text.trim() === '') return new Int32Array(0)
      const ids = idsOf(prompt + text.slice(0, CHARACTERS_PER_TOKEN * maxTokens))
      const own = lengthOf(prompt)
      if (!ids.some((id, i) => i >= own && id !== unknown)) return new Int32Array(0)
      return Int32Array.of(...before, ...ids.slice(0, room), ...after)
    }
  }
}

/** A text with at least one token in every tokenizer. */
const SOME = 'a'

/** Returns the special tokens around a text, given its ids without and with special tokens. */
function specialTokens(
  ids: readonly number[],
  all: readonly number[]
): { readonly before: readonly number[]; readonly after: readonly number[] } {
  let start = 0
  while (start < all.length - ids.length && !ids.every((id, i) => all[start + i] === id)) start++
  return { before: all.slice(0, start), after: all.slice(start + ids.length) }
}
