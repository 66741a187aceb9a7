import { decimal, Failure, wholeNumber } from '@leitmotif/command'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { SCHEDULES } from '../optim/learning-rate.js'
import { MALSTM_DEFAULTS } from '../networks/malstm.js'
import { HEAD, TRANSFORMER_DEFAULTS } from '../networks/transformer.js'
import { LEARNING_RATES, OPTIMIZERS } from '../optim/optimizers.js'
import { PRESETS, presetOf } from '../train/presets.js'
import {
  HEADINGS,
  JUDGES,
  LOSSES,
  NETWORK_KINDS,
  ROLES,
  TRAINING_DEFAULTS,
  unmetOf,
  type TrainingOptions
} from '../train/training-options.js'

type Parse = (text: string) => number

/** A flag for each option: what its value is, what it means, and what it may be. */
const FLAGS: readonly (readonly [keyof TrainingOptions, value: string, text: string, Parse | readonly string[]])[] = [
  ['network', 'kind', 'what is trained; malstm on pairs of sentences, the others on articles', NETWORK_KINDS],
  ['role', 'role', 'what is brought together: the sentences of a section, or sentences and its title', ROLES],
  [
    'loss',
    'name',
    "contrast: each positive against all the article's other sections in the step; others: single triplets",
    LOSSES
  ],
  ['sections', 'which', 'what one section is: top, with its subsections, or each on its own', ['top', 'each']],
  ['minSections', 'n', 'sections of a training article at least, 2 or more; the paper takes 5', wholeNumber(2)],
  ['sentencesPerParagraph', 'n', "each paragraph's first sentences that are trained on, 1 or more", wholeNumber(1)],
  ['headings', 'which', 'role sentences: headings that are trained on as sentences of their sections', HEADINGS],
  ['maxTrainTokens', 'n', 'known words of a training sentence at most, 1 or more; fewer train faster', wholeNumber(1)],
  [
    'dims',
    'n',
    'static, transformer: dimensions of the vectors it gives, 1 to 4096; transformer: 384 without this flag',
    wholeNumber(1, 4096)
  ],
  [
    'smoothing',
    'share',
    'static: first weights are a / (a + share of the word); lower: frequent words count less; 1e-6 to 1',
    decimal(1e-6, 1)
  ],
  [
    'hidden',
    'n',
    'bilstm-attention: units of each direction, half the dimensions; malstm: units, 50 without this flag; 1 to 1024',
    wholeNumber(1, 1024)
  ],
  ['attention', 'n', 'bilstm-attention: units of the attention, 1 to 4096', wholeNumber(1, 4096)],
  ['layers', 'n', 'transformer: layers, 1 to 12', wholeNumber(1, 12)],
  ['width', 'n', 'transformer: values of a word between layers, a multiple of 32, 32 to 4096', multipleOf(HEAD, 4096)],
  ['inner', 'n', 'transformer: units within a layer, 1 to 16384', wholeNumber(1, 16_384)],
  ['wordDropout', 'share', 'LSTMs, transformer: share of the words that are left out, 0 to .95', decimal(0, 0.95)],
  ['inputDropout', 'share', "LSTMs, transformer: share of the vectors' values set to 0, 0 to .95", decimal(0, 0.95)],
  [
    'outputDropout',
    'share',
    "bilstm-attention: share of the LSTM's outputs set to 0, 0 to .95; the paper's 0.8 is .2 where it names what is kept",
    decimal(0, 0.95)
  ],
  ['spread', 'n', 'malstm: standard deviation of the first weights, 1e-6 to 10', decimal(1e-6, 10)],
  ['batchPairs', 'n', 'malstm: pairs of a step, 1 to 100,000', wholeNumber(1, 100_000)],
  ['pretrainingSteps', 'n', 'malstm: steps on the pairs of --pretrain at most, 0 or more', wholeNumber(0)],
  [
    'rehearsalShare',
    'share',
    'malstm: share of a step that are pairs of --pretrain still, when people’s are learned from; 0 to .95',
    decimal(0, 0.95)
  ],
  ['synonymPairs', 'n', 'malstm: pairs with synonyms that are added, 0 or more', wholeNumber(0)],
  ['synonymShare', 'share', 'malstm: share of their words that give way to synonyms, 0 to 1', decimal(0, 1)],
  ['networks', 'n', 'malstm: networks whose similarities are averaged, 1 to 64', wholeNumber(1, 64)],
  ['steps', 'n', 'steps at most, 1 to 10,000,000', wholeNumber(1, 10_000_000)],
  ['sentences', 'n', 'contrast: sentences of a step, whole articles, 2 to 100,000', wholeNumber(2, 100_000)],
  ['slots', 'n', 'contrast: sentences of an article in a step, 2 to 1000', wholeNumber(2, 1000)],
  [
    'temperature',
    'n',
    'contrast: cosines are divided by it; lower looks at the hardest negatives; 0.03 to 1',
    decimal(0.03, 1)
  ],
  [
    'contextShare',
    'share',
    "contrast of sentences, and --teacher: share of the loss on vectors less their article's mean, 0 to 1",
    decimal(0, 1)
  ],
  ['teacherShare', 'share', 'contrast: share of the loss that --teacher gives, 0 to 1', decimal(0, 1)],
  [
    'acrossShare',
    'share',
    'contrast: share of what --teacher gives that is taken over all of a step together, articles across; 0 to 1',
    decimal(0, 1)
  ],
  [
    'regression',
    'n',
    "contrast: how much of 1 less the cosine of the teacher's vectors and a linear map of the network's is added; 0 to 100",
    decimal(0, 100)
  ],
  ['teacherTemperature', 'n', "contrast: the teacher's cosines are divided by it, 0.03 to 1", decimal(0.03, 1)],
  ['triplets', 'n', 'paper, hinge-…: triplets of a step, 1 to 100,000', wholeNumber(1, 100_000)],
  [
    'negative',
    'where',
    'paper, hinge-…, of role sentences: where the sentence of a triplet that is not alike is from: a section next to ' +
      'it, any of the article, or another article',
    ['adjacent', 'article', 'corpus']
  ],
  ['margin', 'n', 'hinge-…: how much farther a negative must be to cost nothing, 1e-6 to 1000', decimal(1e-6, 1000)],
  [
    'paragraphDistance',
    'n',
    'role sentences: paragraphs from a pivot to its positives at most, 0 to 1000',
    wholeNumber(0, 1000)
  ],
  ['optimizer', 'name', 'what makes steps of gradients; sgd: plain descent', OPTIMIZERS],
  ['learningRate', 'n', 'of the optimizer, 1e-7 to 10; of adadelta 1 without this flag', decimal(1e-7, 10)],
  ['schedule', 'name', 'linear: the learning rate rises and falls once; cyclical: again and again', SCHEDULES],
  ['warmUp', 'n', 'linear: first steps, over which the learning rate rises, 0 or more', wholeNumber(0)],
  ['finalRate', 'share', 'linear: share of it at the last step, 0 to 1; 1: it does not fall', decimal(0, 1)],
  ['lowestRate', 'share', 'cyclical: share of it where a cycle begins and ends, 0 to 1', decimal(0, 1)],
  ['cycleSteps', 'n', 'cyclical: steps of a cycle, 2 or more', wholeNumber(2)],
  ['clip', 'length', 'gradients that are longer, all together, are scaled down to it; 0: never', decimal(0, 1e6)],
  [
    'average',
    'share',
    "share of the weights' running mean that a step keeps, below 1; the mean is what is kept; 0: none",
    decimal(0, 0.999999)
  ],
  ['validateEvery', 'n', 'steps from one measurement to the next, 1 or more', wholeNumber(1)],
  ['judge', 'context', 'which TDC decides: without context, with the article as context, or their mean', JUDGES],
  ['judgedArticles', 'n', 'validation articles of a measurement, 1 or more', wholeNumber(1)],
  ['patience', 'n', 'measurements without a new best that end the training, 1 or more', wholeNumber(1)],
  [
    'stopLoss',
    'n',
    'mean loss since the measurement before under which training ends, 0 to 1e6; 0: never',
    decimal(0, 1e6)
  ],
  ['seed', 'n', 'seed of all chance, a whole number', wholeNumber(0)]
]

/** Adds a flag for every option of training, and that for presets. */
export function addTrainingFlags(command: Command): void {
  const preset =
    "settings that other flags change: paper, the paper's; best, of models/leitmotif-en without its teacher"
  command.addOption(new Option('--preset <name>', preset).choices(PRESETS))
  for (const [name, value, text, allowed] of FLAGS) {
    const option = new Option(`--${inFlags(name)} <${value}>`, text).default(TRAINING_DEFAULTS[name])
    command.addOption(typeof allowed === 'function' ? option.argParser(allowed) : option.choices(allowed))
  }
}

/** Flags of malstm that bear on what another names. */
const NEEDED: Partial<Record<keyof TrainingOptions, string>> = {
  pretrainingSteps: 'pretrain',
  rehearsalShare: 'pretrain',
  synonymShare: 'wordnet'
}

/**
 * The options that a command line asks for: its flags, before its preset, before the defaults.
 * @throws Failure for flags that bear on other networks, roles or losses, and for those that contradict each other.
 */
export function trainingOptions(command: Command): TrainingOptions {
  const { preset, ...flags } = command.opts<TrainingOptions & { preset?: (typeof PRESETS)[number] }>()
  const given = FLAGS.map(([name]) => name).filter((name) => command.getOptionValueSource(name) !== 'default')
  const named: Partial<TrainingOptions> = Object.fromEntries(given.map((name) => [name, flags[name]]))
  const { network } = named
  const defaults = {
    ...TRAINING_DEFAULTS,
    ...(network === 'malstm' && { hidden: MALSTM_DEFAULTS.hidden }),
    ...(network === 'transformer' && { dims: TRANSFORMER_DEFAULTS.dims })
  }
  const set = preset && presetOf(preset, named)
  const options = { ...defaults, ...set, ...named, learningRate: rateOf(named, { ...defaults, ...set }) }
  for (const name of given) {
    const unmet = unmetOf(name, options)
    if (unmet !== undefined)
      throw new Failure(`--${inFlags(name)} goes with ${unmet} only; leave it out, or change that`)
    const needed = NEEDED[name]
    if (needed !== undefined && command.getOptionValueSource(needed) === undefined)
      throw new Failure(`--${inFlags(name)} goes with --${needed} only; leave it out, or name that`)
  }
  if (options.network === 'static' && options.role === 'titles') {
    throw new Failure(
      '--role titles goes with --network bilstm-attention|transformer only; a bundle has no place for another'
    )
  }
  if (options.loss === 'contrast' && options.slots > options.sentences) {
    throw new Failure(`--slots ${options.slots} is over --sentences ${options.sentences}; a step holds whole articles`)
  }
  return options
}

/** The rate that is asked for; else that of the settings, if for the same optimizer; else the optimizer's own. */
function rateOf(asked: Partial<TrainingOptions>, settings: TrainingOptions): number {
  const { optimizer = settings.optimizer, learningRate } = asked
  return learningRate ?? (optimizer === settings.optimizer ? settings.learningRate : LEARNING_RATES[optimizer])
}

/** A parser of whole multiples of `of`, up to `most`. */
function multipleOf(of: number, most: number): Parse {
  const parse = wholeNumber(of, most)
  return (text) => {
    const value = parse(text)
    if (value % of !== 0) throw new InvalidArgumentError(`Expected a multiple of ${of}.`)
    return value
  }
}

/** `learningRate` as `learning-rate`. */
export function inFlags(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
