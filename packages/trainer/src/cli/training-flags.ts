import { decimal, Failure, wholeNumber } from '@leitmotif/command'
import { Option, type Command } from 'commander'
import { SCHEDULES } from '../optim/learning-rate.js'
import { LEARNING_RATES, OPTIMIZERS, type OptimizerOptions } from '../optim/optimizers.js'
import { DISTANCES } from '../train/triplet-losses.js'
import { PRESETS, presetOf } from '../train/presets.js'
import {
  appliesTo,
  JUDGES,
  LOSSES,
  trainingDefaults,
  unmetCondition,
  type NetworkName,
  type TrainingOptions
} from '../train/training-options.js'

type Parse = (text: string) => number

/**
 * The flag of an option: the name of its value, its help, and its parser or allowed values. A switch has no value; the help of
 * one that is on by default says what turning it off does.
 */
type OptionFlag<Name extends string> = readonly [
  option: Name,
  value: string,
  help: string,
  allowed: Parse | readonly string[] | 'switch'
]

/** The flags under one heading of the help. */
export interface FlagGroup<Name extends string> {
  readonly heading: string
  readonly flags: readonly OptionFlag<Name>[]
}

export const TRAINING_FLAGS = {
  daily: {
    heading: 'Options:',
    flags: [['steps', 'n', 'maximum number of training steps, 1 to 10,000,000', wholeNumber(1, 10_000_000)]]
  },
  text: {
    heading: 'Training sentences:',
    flags: [
      [
        'sections',
        'which',
        'top: a section includes its subsections; each: every subsection is a section',
        ['top', 'each']
      ],
      ['minSections', 'n', 'smallest number of sections of a training article, 2 or more', wholeNumber(2)],
      ['minSentences', 'n', 'smallest number of sentences of a section, 1 or more', wholeNumber(1)],
      ['dropFirst', '', "keep an article's first section, usually its lead", 'switch'],
      ['dropLast', '', "drop an article's last section", 'switch'],
      ['dropReferring', '', 'keep sections that only refer elsewhere ("Main article: …")', 'switch'],
      [
        'strictReferring',
        '',
        'drop sections with at least one paragraph that only refers elsewhere, not just those of such paragraphs alone',
        'switch'
      ],
      ['minTokens', 'n', 'minimum length of a sentence in tokens, 1 or more', wholeNumber(1)],
      ['maxTokens', 'n', 'maximum length of a sentence in tokens, 1 or more', wholeNumber(1)],
      ['sentencesPerParagraph', 'n', 'number of first sentences read of each paragraph, 1 or more', wholeNumber(1)],
      ['maxTrainTokens', 'n', 'maximum number of known words of a training sentence, 1 or more', wholeNumber(1)]
    ]
  },
  network: {
    heading: 'Network:',
    flags: [
      ['dims', 'n', 'dimensions of the vectors, 1 to 4096', wholeNumber(1, 4096)],
      [
        'smoothing',
        'a',
        "initial weight of a word is a / (a + the word's frequency), 1e-6 to 1; lower values give frequent words less weight",
        decimal(1e-6, 1)
      ],
      ['hidden', 'n', 'LSTM units in each direction, 1 to 1024; vectors have 2n dimensions', wholeNumber(1, 1024)],
      ['attention', 'n', 'attention units, 1 to 4096', wholeNumber(1, 4096)],
      ['wordDropout', 'share', 'share of the words left out of a training sentence, 0 to 0.95', decimal(0, 0.95)],
      ['inputDropout', 'share', "share of the word vectors' values set to 0 in training, 0 to 0.95", decimal(0, 0.95)],
      ['outputDropout', 'share', "share of the LSTM's outputs set to 0 in training, 0 to 0.95", decimal(0, 0.95)]
    ]
  },
  loss: {
    heading: 'Loss and batches:',
    flags: [
      [
        'loss',
        'name',
        'contrast: compares each sentence with all other sections of its article in the batch; the others use triplets',
        LOSSES
      ],
      ['sentences', 'n', 'contrast: sentences of a batch, 2 to 100,000', wholeNumber(2, 100_000)],
      [
        'slots',
        'n',
        'contrast: maximum number of sentences of one article in a batch, 2 to 1000',
        wholeNumber(2, 1000)
      ],
      [
        'temperature',
        'n',
        'contrast: divides the cosines, 0.03 to 1; lower values give the hardest negatives more weight',
        decimal(0.03, 1)
      ],
      [
        'contextShare',
        'share',
        "contrast: share of the loss computed on vectors minus their article's mean, 0 to 1",
        decimal(0, 1)
      ],
      ['distance', 'name', 'paper: distance of its loss: l1 (the paper’s), l2 or cosine', DISTANCES],
      ['batchTriplets', 'n', 'paper, hinge-…: triplets of a batch, 1 to 100,000', wholeNumber(1, 100_000)],
      [
        'negative',
        'where',
        "paper, hinge-…: source of a triplet's negative sentence: an adjacent section, the article or another article",
        ['adjacent', 'article', 'corpus']
      ],
      ['margin', 'n', 'hinge-…: distance beyond which a negative costs nothing, 1e-6 to 1000', decimal(1e-6, 1000)],
      [
        'paragraphDistance',
        'n',
        'maximum number of paragraphs between a sentence and its positives, 0 to 1000',
        wholeNumber(0, 1000)
      ]
    ]
  },
  optimizer: {
    heading: 'Optimizer:',
    flags: [
      ['optimizer', 'name', 'optimizer; sgd is gradient descent without momentum', OPTIMIZERS],
      [
        'learningRate',
        'n',
        `learning rate, 1e-7 to 10; with adadelta the default is ${LEARNING_RATES.adadelta}`,
        decimal(1e-7, 10)
      ],
      ['schedule', 'name', 'linear: the learning rate rises and falls once; cyclical: repeatedly', SCHEDULES],
      ['warmUp', 'n', 'linear: steps over which the learning rate rises, 0 or more', wholeNumber(0)],
      ['finalRate', 'share', 'linear: share of the learning rate at the last step, 0 to 1', decimal(0, 1)],
      ['lowestRate', 'share', 'cyclical: share of the learning rate at the ends of a cycle, 0 to 1', decimal(0, 1)],
      ['cycleSteps', 'n', 'cyclical: steps of a cycle, 2 or more', wholeNumber(2)],
      ['clip', 'norm', 'maximum norm of all gradients together, 0 to 1e6; 0: no limit', decimal(0, 1e6)],
      [
        'average',
        'share',
        'share that each step keeps of the running mean of the weights, which is then saved, 0 to 0.999999; 0: no mean',
        decimal(0, 0.999999)
      ],
      ['seed', 'n', 'seed of the random numbers, 0 or more', wholeNumber(0)]
    ]
  },
  validation: {
    heading: 'Validation:',
    flags: [
      ['validateEvery', 'n', 'steps between measurements, 1 or more', wholeNumber(1)],
      [
        'judge',
        'context',
        'context of the TDC that selects the best weights; both: the mean of none and article',
        JUDGES
      ],
      ['judgedArticles', 'n', 'validation articles of a measurement, 1 or more', wholeNumber(1)],
      ['patience', 'n', 'measurements without improvement after which training ends, 1 or more', wholeNumber(1)],
      [
        'stopLoss',
        'n',
        'mean loss between two measurements below which training ends, 0 to 1e6; 0: never',
        decimal(0, 1e6)
      ]
    ]
  }
} as const satisfies Record<string, FlagGroup<keyof TrainingOptions>>

/** Adds a flag for each option of some groups that can apply to a network, with its default. */
export function addTrainingFlags(
  command: Command,
  name: NetworkName,
  ...groups: readonly (keyof typeof TRAINING_FLAGS)[]
): Command {
  const defaults = trainingDefaults(name)
  for (const group of groups) {
    const { heading, flags }: FlagGroup<keyof TrainingOptions> = TRAINING_FLAGS[group]
    addFlags(command, { heading, flags: flags.filter(([option]) => appliesTo(name, option)) }, defaults)
  }
  return command
}

/** Adds a group of flags with their defaults. */
export function addFlags<Name extends string>(
  command: Command,
  { heading, flags }: FlagGroup<Name>,
  defaults: Readonly<Record<Name, unknown>>
): void {
  command.optionsGroup(heading)
  for (const [name, value, help, allowed] of flags) {
    if (allowed === 'switch') {
      const flag = defaults[name] === true ? `--no-${flagName(name)}` : `--${flagName(name)}`
      command.addOption(new Option(flag, help).default(defaults[name]))
      continue
    }
    const option = new Option(`--${flagName(name)} <${value}>`, help).default(defaults[name])
    command.addOption(typeof allowed === 'function' ? option.argParser(allowed) : option.choices(allowed))
  }
}

/** Settings that triplets of a file need: a loss of triplets, and no context of articles. */
const OF_TRIPLETS = { source: 'triplets', loss: 'paper', judge: 'none' } as const

/**
 * Returns the options of a command line: its flags override its preset, which overrides the defaults.
 * @throws Failure for a flag that does not apply to the chosen network or loss, and for flags that contradict each other.
 */
export function trainingOptions(command: Command, name: NetworkName): TrainingOptions {
  const defaults = trainingDefaults(name)
  const given = givenOptions(command, defaults)
  const { preset, triplets } = command.opts<{ preset?: (typeof PRESETS)[number]; triplets?: string }>()
  const chosen = { ...defaults, ...(preset && presetOf(preset, defaults.role)) }
  const settings = triplets === undefined ? chosen : { ...chosen, ...OF_TRIPLETS }
  const options = withGiven(settings, given)
  if (options.source === 'triplets' && options.loss === 'contrast')
    throw new Failure(`--loss contrast needs articles; with triplets expected ${LOSSES.slice(1).join(', ')}`)
  if (options.strictReferring && !options.dropReferring)
    throw new Failure('--strict-referring goes without --no-drop-referring only; leave one of them out')
  for (const option of Object.keys(given) as (keyof TrainingOptions)[]) {
    const unmet = unmetCondition(option, options)
    if (unmet !== undefined)
      throw new Failure(`--${flagName(option)} can only be used with ${unmet}; leave it out, or add that`)
  }
  if (options.loss === 'contrast' && options.slots > options.sentences) {
    throw new Failure(
      `--slots ${options.slots} is over --sentences ${options.sentences}; expected a batch that holds an article at least`
    )
  }
  return options
}

/** Returns the options that the command line itself gives. */
export function givenOptions<Options extends object>(command: Command, defaults: Options): Partial<Options> {
  const given = Object.keys(defaults).filter((name) => command.getOptionValueSource(name) === 'cli')
  return Object.fromEntries(given.map((name) => [name, command.getOptionValue(name)])) as Partial<Options>
}

/** Returns settings with the given options. An optimizer that replaces theirs brings its own learning rate. */
export function withGiven<Options extends OptimizerOptions>(settings: Options, given: Partial<Options>): Options {
  const options = { ...settings, ...given }
  if (given.learningRate !== undefined || options.optimizer === settings.optimizer) return options
  return { ...options, learningRate: LEARNING_RATES[options.optimizer] }
}

/** Returns `learning-rate` for `learningRate`. */
export function flagName(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
