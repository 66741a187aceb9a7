import { describe, expect, it } from 'vitest'
import { readEncoderFolder, type EncoderFolder } from './encoder-folder.js'
import { BundleError, MissingFile } from './manifest-members.js'

type Files = Readonly<Partial<Record<string, object>>>

const minimal: Files = { 'model.onnx': Uint8Array.of(8, 8), 'tokenizer.json': { model: {} } }

const read = (files: Files): Promise<EncoderFolder | undefined> =>
  readEncoderFolder((name) => {
    const file = files[name]
    if (file === undefined) return Promise.reject(new MissingFile(`no ${name}`, name))
    return Promise.resolve(
      file instanceof Uint8Array ? new Uint8Array(file) : new TextEncoder().encode(JSON.stringify(file))
    )
  })
const readWith = async (more: Files): Promise<EncoderFolder> => (await read({ ...minimal, ...more }))!

describe('A folder with an ONNX sentence encoder', () => {
  it('needs a model and a tokenizer only: means of 512 tokens without prompts', async () => {
    expect(await readWith({})).toMatchObject({
      ...{ file: 'model.onnx', model: Uint8Array.of(8, 8), maxTokens: 512, pooling: 'mean', settings: {} },
      prompts: { document: '', query: '' }
    })
    expect(await read({ 'tokenizer.json': {} })).toBeUndefined()
    await expect(read({ 'model.onnx': Uint8Array.of(8) })).rejects.toThrow('no tokenizer.json')
  })

  it('may have its model in the folder onnx, as the Hub has it', async () => {
    const { 'model.onnx': model, ...others } = minimal
    expect(await read({ ...others, 'onnx/model.onnx': model })).toMatchObject({ file: 'onnx/model.onnx', model })
  })

  it('says how many tokens are read, the nearest to the model first', async () => {
    const least: Files = { 'tokenizer.json': { model: {}, truncation: { max_length: 128 } } }
    const more: Files = { ...least, 'tokenizer_config.json': { model_max_length: 300 } }
    const most: Files = { ...more, 'sentence_bert_config.json': { max_seq_length: 256 } }
    const limits = [least, more, most, { ...most, 'leitmotif.json': { maxTokens: 64 } }].map(
      async (files) => (await readWith(files)).maxTokens
    )
    expect(await Promise.all(limits)).toEqual([128, 300, 256, 64])
    expect((await readWith({ 'tokenizer_config.json': { model_max_length: 1e30 } })).maxTokens).toBe(512)
  })

  it.each([
    [{ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }, 'cls'],
    [{ pooling_mode_mean_tokens: true }, 'mean'],
    [{ pooling_mode_mean_sqrt_len_tokens: true }, 'mean'],
    [{ pooling_mode_lasttoken: true }, 'last'],
    [{ pooling_mode: 'cls' }, 'cls']
  ])('says how its states are pooled: %j', async (config, pooling) => {
    expect(await readWith({ '1_Pooling/config.json': config })).toMatchObject({ pooling, unsupported: undefined })
  })

  it('is pooled as leitmotif.json says', async () => {
    const files = { '1_Pooling/config.json': { pooling_mode_max_tokens: true }, 'leitmotif.json': { pooling: 'cls' } }
    expect(await readWith(files)).toMatchObject({ pooling: 'cls', unsupported: undefined })
  })

  it('tells why its states cannot be pooled as its files say', async () => {
    const poolings = [
      { pooling_mode_max_tokens: true },
      { pooling_mode_mean_tokens: true, pooling_mode_cls_token: true }
    ].map(async (config) => (await readWith({ '1_Pooling/config.json': config })).unsupported)
    expect(await Promise.all(poolings)).toEqual([
      '1_Pooling/config.json pools by max_tokens (expected one of mean, cls, last, as pooling in leitmotif.json can say)',
      expect.stringContaining('pools by cls_token and mean_tokens')
    ])
    const modules = ['Transformer', 'Pooling', 'Dense', 'Normalize'].map((name) => ({
      type: `sentence_transformers.models.${name}`
    }))
    expect((await readWith({ 'modules.json': modules })).unsupported).toBe('modules.json adds Dense after pooling')
    expect((await readWith({ 'modules.json': modules.toSpliced(2, 1) })).unsupported).toBeUndefined()
  })

  it('names the prompts of queries and documents', async () => {
    const promptsOf = async (config: object, own: object = {}): Promise<object> =>
      (await readWith({ 'config_sentence_transformers.json': config, 'leitmotif.json': own })).prompts
    const prompts = { query: 'find: ', passage: 'read: ', cluster: 'group: ' }
    expect(await promptsOf({ prompts, default_prompt_name: null })).toEqual({ document: 'read: ', query: 'find: ' })
    expect(await promptsOf({ prompts: { cluster: 'group: ' }, default_prompt_name: 'cluster' })).toEqual({
      document: 'group: ',
      query: 'group: '
    })
    expect(await promptsOf({ prompts }, { queryPrompt: 'seek: ', documentPrompt: '' })).toEqual({
      document: '',
      query: 'seek: '
    })
  })

  it('has another fingerprint for whatever changes vectors of documents, and the same for the rest', async () => {
    const fingerprint = async (files: Files): Promise<string> => (await readWith(files)).fingerprint
    const [plain, ...others] = await Promise.all(
      [
        {},
        { 'model.onnx': Uint8Array.of(8, 9) },
        { 'tokenizer.json': { model: { type: 'WordPiece' } } },
        { 'tokenizer_config.json': { remove_space: true } },
        { 'leitmotif.json': { maxTokens: 9 } },
        { 'leitmotif.json': { pooling: 'last' } },
        { 'leitmotif.json': { documentPrompt: 'passage: ' } }
      ].map((files) => fingerprint(files as Files))
    )
    expect(plain).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set([plain, ...others]).size).toBe(7)
    expect(await fingerprint({ 'leitmotif.json': { queryPrompt: 'query: ', pooling: 'mean' } })).toBe(plain)
    expect(await fingerprint({ 'tokenizer_config.json': { chat_template: 'x' } })).toBe(plain)
  })

  it.each([
    ['leitmotif.json', { pooling: 'max' }, /leitmotif\.json: pooling is "max"; expected mean, cls, last/],
    ['leitmotif.json', { polling: 'cls' }, /leitmotif\.json: a member is "polling"; expected only pooling, maxTokens/],
    ['leitmotif.json', { maxTokens: 0 }, /maxTokens is 0; expected a whole number from 1 to 10000/],
    ['leitmotif.json', { queryPrompt: 3 }, /queryPrompt is 3; expected text/],
    ['leitmotif.json', [], /leitmotif\.json: the document is a list; expected an object/],
    ['leitmotif.json', new Uint8Array(3), /leitmotif\.json is not JSON/],
    ['modules.json', { type: 'x' }, /modules\.json: the document is an object; expected a list/],
    ['config_sentence_transformers.json', { prompts: { query: 1 } }, /prompts\.query is 1; expected text/],
    [
      'config_sentence_transformers.json',
      { default_prompt_name: 'q' },
      /default_prompt_name is "q"; expected the name of/
    ],
    ['sentence_bert_config.json', { max_seq_length: 'long' }, /max_seq_length is "long"; expected a whole number/]
  ])('is refused for what %s says: %j', async (name, value, message) => {
    const error: unknown = await readWith({ [name]: value }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BundleError)
    expect((error as Error).message).toMatch(message)
  })

  it('is refused if prompts are to be left out of the mean', async () => {
    const pooling = { pooling_mode_mean_tokens: true, include_prompt: false }
    expect((await readWith({ '1_Pooling/config.json': pooling })).pooling).toBe('mean')
    await expect(
      readWith({ '1_Pooling/config.json': pooling, 'leitmotif.json': { queryPrompt: 'Represent: ' } })
    ).rejects.toThrow(/include_prompt is false; expected true, or no prompts/)
  })
})
