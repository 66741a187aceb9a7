import { BATCH_DEFAULTS, type BatchOptions } from '../batches/batches.js'
import { FIT_DEFAULTS, type FitOptions } from './fit.js'
import { CONTRAST_DEFAULTS, type ContrastOptions } from './losses.js'
import { MINING_DEFAULTS, type MiningOptions } from '../mining/options.js'
import { BILSTM_ATTENTION_DEFAULTS, type BilstmAttentionOptions } from '../networks/bilstm-attention.js'
import { STATIC_DEFAULTS, type StaticOptions } from '../networks/static-network.js'
import { TRIPLET_BATCH_DEFAULTS, type TripletBatchOptions } from '../batches/triplet-batches.js'
import { HINGE_LOSS_DEFAULTS, PAPER_LOSS_DEFAULTS, type Distance } from './triplet-losses.js'

/** The architecture: a weighted mean of word vectors, or the paper's network, which reads words in order. */
type NetworkKind = 'static' | 'bilstm-attention'

/** The texts that training makes similar: the sentences of a section, or the sentences and the title of a section. */
export type Role = 'sentences' | 'titles'

/** The names of the networks in a bundle, and of the sub-commands that train them. */
export const NETWORK_NAMES = ['static', 'sentences', 'titles'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

export function networkName({ network, role }: Pick<TrainingOptions, 'network' | 'role'>): NetworkName {
  return network === 'static' ? 'static' : role
}

/** Returns the dimensions of the network's vectors. */
export function dimsOf({ network, dims, hidden }: Pick<TrainingOptions, 'network' | 'dims' | 'hidden'>): number {
  return network === 'bilstm-attention' ? 2 * hidden : dims
}

/** Contrast within articles, the paper's loss, or a hinge loss with its distance. */
export const LOSSES = ['contrast', 'paper', 'hinge-l1', 'hinge-l2', 'hinge-cosine'] as const
type Loss = (typeof LOSSES)[number]

/** Which validation TDC selects the weights: without context, with the article as context, or the mean of both. */
export const JUDGES = ['none', 'article', 'both'] as const

/** Options of mining that select the sentences to train on. */
const SECTION_OPTIONS = [
  'sections',
  'minSections',
  'dropFirst',
  'dropLast',
  'minSentences',
  'dropReferring',
  'strictReferring',
  'minTokens',
  'maxTokens',
  'sentencesPerParagraph'
] as const satisfies readonly (keyof MiningOptions)[]
type SectionOption = (typeof SECTION_OPTIONS)[number]

/** Returns the options of mining that select the sentences to train on. */
export function sectionOptions(options: Pick<MiningOptions, SectionOption>): Pick<MiningOptions, SectionOption> {
  return Object.fromEntries(SECTION_OPTIONS.map((name) => [name, options[name]])) as Pick<MiningOptions, SectionOption>
}

/** Every option that the trained weights depend on. The bundle records those that apply to its network. */
export interface TrainingOptions
  extends
    FitOptions,
    BatchOptions,
    TripletBatchOptions,
    ContrastOptions,
    StaticOptions,
    Omit<BilstmAttentionOptions, 'unit'>,
    Pick<MiningOptions, SectionOption> {
  /** Where triplets are from: drawn from articles, or read from a file. */
  readonly source: 'articles' | 'triplets'
  readonly network: NetworkKind
  readonly role: Role
  readonly loss: Loss
  /** The distance of the paper's loss. */
  readonly distance: Distance
  /** See `HingeLossOptions`. */
  readonly margin: number
  /** Maximum number of known words of a training sentence; fewer train faster. Range: 1 or more. Default: 50. */
  readonly maxTrainTokens: number
  readonly judge: (typeof JUDGES)[number]
  /** Validation articles of each measurement, spread over all. Range: 1 or more. Default: 240, which resolve .002. */
  readonly judgedArticles: number
}

const { hidden, attention, wordDropout, inputDropout, outputDropout } = BILSTM_ATTENTION_DEFAULTS

export const TRAINING_DEFAULTS: TrainingOptions = {
  ...FIT_DEFAULTS,
  ...BATCH_DEFAULTS,
  ...TRIPLET_BATCH_DEFAULTS,
  ...CONTRAST_DEFAULTS,
  ...STATIC_DEFAULTS,
  ...{ hidden, attention, wordDropout, inputDropout, outputDropout },
  ...sectionOptions(MINING_DEFAULTS),
  source: 'articles',
  distance: PAPER_LOSS_DEFAULTS.distance,
  network: 'static',
  role: 'sentences',
  loss: 'contrast',
  margin: HINGE_LOSS_DEFAULTS.margin,
  maxTrainTokens: MINING_DEFAULTS.maxTokens,
  judge: 'both',
  judgedArticles: 240
}

/** Returns the defaults of the training of a network. */
export function trainingDefaults(name: NetworkName): TrainingOptions {
  if (name === 'static') return TRAINING_DEFAULTS
  return { ...TRAINING_DEFAULTS, network: 'bilstm-attention', role: name }
}

const HINGES: readonly Loss[] = ['hinge-l1', 'hinge-l2', 'hinge-cosine']
const BILSTM = { network: ['bilstm-attention'] } as const
const SENTENCES_ROLE = { role: ['sentences'] } as const
const LINEAR = { schedule: ['linear'] } as const
const CYCLICAL = { schedule: ['cyclical'] } as const
const CONTRAST = { loss: ['contrast'] } as const
const TRIPLETS = { loss: ['paper', ...HINGES] } as const
const ARTICLES = { source: ['articles'] } as const

/** Options that other options depend on. */
type Choice = 'network' | 'role' | 'loss' | 'schedule' | 'source'

/** The networks, roles, losses, schedules or sources that an option applies to; an option that is missing here applies to all. */
const CONDITIONS: {
  readonly [Name in keyof TrainingOptions]?: Partial<Record<Choice, readonly string[]>>
} = {
  dims: { network: ['static'] },
  smoothing: { network: ['static'] },
  hidden: BILSTM,
  attention: BILSTM,
  wordDropout: BILSTM,
  inputDropout: BILSTM,
  outputDropout: BILSTM,
  sentences: CONTRAST,
  slots: CONTRAST,
  temperature: CONTRAST,
  contextShare: { ...CONTRAST, ...SENTENCES_ROLE },
  batchTriplets: TRIPLETS,
  ...Object.fromEntries(SECTION_OPTIONS.map((option) => [option, ARTICLES])),
  negative: { ...TRIPLETS, ...ARTICLES },
  distance: { loss: ['paper'] },
  judge: ARTICLES,
  source: { source: ['triplets'] },
  margin: { loss: HINGES },
  paragraphDistance: { ...SENTENCES_ROLE, ...ARTICLES },
  warmUp: LINEAR,
  finalRate: LINEAR,
  lowestRate: CYCLICAL,
  cycleSteps: CYCLICAL
}

/** Says whether an option applies to some training of a network. */
export function appliesTo(name: NetworkName, option: keyof TrainingOptions): boolean {
  const { network, role } = CONDITIONS[option] ?? {}
  if (name === 'static') return (network ?? ['static']).includes('static')
  return (network ?? ['bilstm-attention']).includes('bilstm-attention') && (role ?? [name]).includes(name)
}

/** Returns the flag that would make an option apply, as `--loss contrast`; undefined where it applies. */
export function unmetCondition(name: keyof TrainingOptions, options: TrainingOptions): string | undefined {
  for (const [choice, values] of Object.entries(CONDITIONS[name] ?? {})) {
    if (values.includes(options[choice as Choice])) continue
    if (choice === 'source') return 'articles, not with --triplets'
    return `--${choice} ${values.join('|')}`
  }
  return undefined
}

/** Returns the options that apply to a training. */
export function applicableOptions(options: TrainingOptions): Partial<TrainingOptions> {
  const named = Object.entries(options) as [keyof TrainingOptions, unknown][]
  return Object.fromEntries(named.filter(([name]) => unmetCondition(name, options) === undefined))
}
