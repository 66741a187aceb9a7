import { BUNDLE_LIMITS } from './manifest.js'
import { BundleError, membersOf, MissingFile, type ManifestMembers } from './manifest-members.js'
import { POOLINGS, type Pooling } from './onnx-tokens.js'
import { sha256 } from './sha256.js'
import type { ReadFile } from './stored-files.js'
import { TOKENIZER_SETTINGS, type TokenizerSettings } from './tokenizer.js'

/**
 * A sentence encoder in a folder, in the layout of Hugging Face and sentence-transformers: an ONNX model with its
 * tokenizer.
 */
export interface EncoderFolder {
  /** Path of the model within the folder. */
  readonly file: string
  readonly model: Uint8Array<ArrayBuffer>
  /** The bytes of `tokenizer.json`. */
  readonly tokenizer: Uint8Array<ArrayBuffer>
  readonly settings: TokenizerSettings
  readonly maxTokens: number
  /** How the states of tokens become one vector. */
  readonly pooling: Pooling
  /** `TokenModel.unsupported` */
  readonly unsupported: string | undefined
  /** Text put before each input, before tokenization; often empty. */
  readonly prompts: Readonly<Record<TextKind, string>>
  /**
   * A sha256 over everything that affects the vectors of documents. Excludes the prompt of queries, which may change
   * without documents being encoded again.
   */
  readonly fingerprint: string
}

/** Role of a text: one of many that are searched, or a query. */
export type TextKind = 'document' | 'query'

const MODELS = ['model.onnx', 'onnx/model.onnx']
const TOKENIZER_FILE = 'tokenizer.json'
/** Leitmotif's own file for settings that no other file states. It takes precedence over the others. */
const OWN_SETTINGS = 'leitmotif.json'

const MOST_BYTES = { settings: 1 << 20, tokenizer: 64 << 20, model: 2 ** 31 - 1 } as const

/** Default maximum number of tokens of a text, as in BERT. */
const MAX_TOKENS = 512
/** A larger limit means no limit: transformers writes 1e30. */
const MOST_TOKENS = BUNDLE_LIMITS.tokens

/** Names under which sentence-transformers looks for the prompt of documents; the first match counts. */
const DOCUMENT_PROMPTS = ['document', 'passage', 'corpus']

/** The modules of sentence-transformers that this package implements. */
const MODULES = ['Transformer', 'Pooling', 'Normalize']

/**
 * Reads the encoder in a folder; undefined if the folder has no ONNX model. Reads `model.onnx` or `onnx/model.onnx`,
 * `tokenizer.json`, and if they are there `tokenizer_config.json`, `sentence_bert_config.json`, `modules.json`,
 * `1_Pooling/config.json`, `config_sentence_transformers.json` and `leitmotif.json`.
 * @throws BundleError that names the file and the value found, the value expected, and what to do.
 */
export async function readEncoderFolder(read: ReadFile): Promise<EncoderFolder | undefined> {
  const found = await readFirst(read, MODELS, MOST_BYTES.model)
  if (found === undefined) return undefined
  const { file, bytes: model } = found
  const tokenizer = await read(TOKENIZER_FILE, MOST_BYTES.tokenizer)
  if (model.length > MOST_BYTES.model || tokenizer.length > MOST_BYTES.tokenizer) {
    const [name, most] =
      model.length > MOST_BYTES.model ? [file, MOST_BYTES.model] : [TOKENIZER_FILE, MOST_BYTES.tokenizer]
    throw new BundleError(`${name} has more than ${most} bytes; expected at most as many: take a smaller encoder`)
  }
  const settingsOf = async (name: string): Promise<Settings> => openSettings(name, await readOptional(read, name))
  const own = await settingsOf(OWN_SETTINGS)
  own.refuseOthers(['pooling', 'maxTokens', 'queryPrompt', 'documentPrompt'])
  const config = await settingsOf('tokenizer_config.json')
  const settings = Object.fromEntries(
    TOKENIZER_SETTINGS.filter((name) => config.value(name) === true).map((name) => [name, true])
  )
  const maxTokens =
    own.whole('maxTokens', MOST_TOKENS) ??
    (await settingsOf('sentence_bert_config.json')).whole('max_seq_length', MOST_TOKENS) ??
    limitOf(config.value('model_max_length')) ??
    limitOf(truncationOf(tokenizer)) ??
    MAX_TOKENS
  const prompts = promptsOf(await settingsOf('config_sentence_transformers.json'), own)
  const { pooling, unsupported } = poolingOf({
    own,
    pooling: await settingsOf('1_Pooling/config.json'),
    modules: await readOptional(read, 'modules.json'),
    prompted: prompts.document + prompts.query !== ''
  })
  const hashed = JSON.stringify([
    ['onnx-sentence-encoder', 1],
    [await sha256(model), await sha256(tokenizer)],
    [maxTokens, pooling, prompts.document, settings]
  ])
  return {
    ...{ file, model, tokenizer, settings, maxTokens, pooling, unsupported, prompts },
    fingerprint: await sha256(new TextEncoder().encode(hashed))
  }
}

/** A file of settings. Members of a missing file are undefined. */
interface Settings {
  readonly members: ManifestMembers
  readonly value: (name: string) => unknown
  /** @throws BundleError if the value is not a whole number from 1 to `most`. */
  readonly whole: (name: string, most: number) => number | undefined
  /** @throws BundleError if the value is not text, which may be empty. */
  readonly text: (name: string) => string | undefined
  /** @throws BundleError for a member with another name. */
  readonly refuseOthers: (names: readonly string[]) => void
}

function openSettings(file: string, bytes: Uint8Array | undefined): Settings {
  const members = membersOf(file)
  const root = bytes === undefined ? {} : members.object(parse(file, bytes), 'the document')
  const value = (name: string): unknown => (Object.hasOwn(root, name) ? (root[name] ?? undefined) : undefined)
  return {
    members,
    value,
    whole: (name, most) => (value(name) === undefined ? undefined : members.whole(value(name), name, 1, most)),
    text(name) {
      const found = value(name)
      if (found === undefined || typeof found === 'string') return found
      throw members.fault(name, found, 'text')
    },
    refuseOthers(names) {
      const other = Object.keys(root).find((name) => !names.includes(name))
      if (other !== undefined) throw members.fault('a member', other, `only ${names.join(', ')}`)
    }
  }
}

/** Returns how states are pooled, or why the pooling in the folder's files is not supported. */
function poolingOf({
  own,
  pooling: { value, members },
  modules,
  prompted
}: {
  readonly own: Settings
  readonly pooling: Settings
  readonly modules: Uint8Array | undefined
  readonly prompted: boolean
}): { readonly pooling: Pooling; readonly unsupported: string | undefined } {
  const others = (modules === undefined ? [] : moduleNames(modules)).filter((name) => !MODULES.includes(name))
  const unsupported = others.length > 0 ? `modules.json adds ${others.join(', ')} after pooling` : undefined
  const chosen = own.text('pooling')
  if (chosen !== undefined) {
    const pooling = POOLINGS.find((name) => name === chosen)
    if (pooling === undefined) throw own.members.fault('pooling', chosen, POOLINGS.join(', '))
    return { pooling, unsupported }
  }
  // Either one name, or a flag for each way; ways whose flag is true are concatenated.
  const named = value('pooling_mode')
  const ways = typeof named === 'string' ? [named] : POOLING_FLAGS.filter((flag) => value(flag) === true)
  const found = ways.map((way) => way.replace(/^pooling_mode_/, ''))
  const [way = 'mean_tokens'] = found
  const pooling = WAYS.get(way)
  const where = '1_Pooling/config.json'
  if (pooling === undefined || found.length > 1) {
    const instead = `expected one of ${POOLINGS.join(', ')}, as pooling in ${OWN_SETTINGS} can say`
    return { pooling: 'mean', unsupported: unsupported ?? `${where} pools by ${found.join(' and ')} (${instead})` }
  }
  if (prompted && value('include_prompt') === false) {
    throw members.fault('include_prompt', false, 'true, or no prompts: only whole texts can be pooled')
  }
  return { pooling, unsupported }
}

const POOLING_FLAGS = [
  'cls_token',
  'mean_tokens',
  'max_tokens',
  'mean_sqrt_len_tokens',
  'weightedmean_tokens',
  'lasttoken'
].map((way) => `pooling_mode_${way}`)
/** The ways of sentence-transformers. The length of a mean does not matter, because rows are scaled to length 1. */
const WAYS = new Map<string, Pooling>([
  ...(['mean', 'mean_tokens', 'mean_sqrt_len_tokens'] as const).map((way) => [way, 'mean'] as const),
  ...(['cls', 'cls_token'] as const).map((way) => [way, 'cls'] as const),
  ['lasttoken', 'last']
])

/** Returns the names of the classes in `modules.json`, without their packages. */
function moduleNames(bytes: Uint8Array): string[] {
  const { list, object, text } = membersOf('modules.json')
  return list(parse('modules.json', bytes), 'the document').map((item, i) =>
    text(object(item, `[${i}]`).type, `[${i}].type`)
      .split('.')
      .at(-1)!
  )
}

/** Returns the prompts that sentence-transformers would use for documents and queries, unless `own` states others. */
function promptsOf(config: Settings, own: Settings): Record<TextKind, string> {
  const given = config.value('prompts') === undefined ? {} : config.members.object(config.value('prompts'), 'prompts')
  const named = (name: string): string | undefined => {
    const prompt = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined
    if (prompt === undefined || typeof prompt === 'string') return prompt
    throw config.members.fault(`prompts.${name}`, prompt, 'text')
  }
  const usual = config.text('default_prompt_name')
  const byDefault = usual === undefined ? '' : named(usual)
  if (byDefault === undefined)
    throw config.members.fault('default_prompt_name', usual, 'the name of one of its prompts')
  const document = DOCUMENT_PROMPTS.find((name) => named(name) !== undefined)
  return {
    document: own.text('documentPrompt') ?? (document === undefined ? byDefault : named(document)!),
    query: own.text('queryPrompt') ?? named('query') ?? byDefault
  }
}

function limitOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_TOKENS ? value : undefined
}

/** Returns `truncation.max_length` of a `tokenizer.json`. */
function truncationOf(tokenizer: Uint8Array): unknown {
  const { truncation } = parse(TOKENIZER_FILE, tokenizer) as { truncation?: { max_length?: unknown } | null }
  return truncation?.max_length
}

function parse(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new BundleError(`${file} is not JSON (cut short?); fetch the encoder again`)
  }
}

async function readOptional(read: ReadFile, name: string): Promise<Uint8Array | undefined> {
  return (await readFirst(read, [name], MOST_BYTES.settings))?.bytes
}

/** Reads the first of `names` that exists. */
async function readFirst(
  read: ReadFile,
  names: readonly string[],
  most: number
): Promise<{ readonly file: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined> {
  for (const file of names) {
    try {
      return { file, bytes: await read(file, most) }
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error
    }
  }
  return undefined
}
