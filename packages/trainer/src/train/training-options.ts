import { BATCH_DEFAULTS, type BatchOptions } from '../batches/batches.js'
import { FIT_DEFAULTS, type FitOptions } from './fit.js'
import { CONTRAST_DEFAULTS, TEACHING_DEFAULTS, type ContrastOptions, type TeachingOptions } from '../losses/losses.js'
import { MINING_DEFAULTS, type MiningOptions } from '../mining/options.js'
import { BILSTM_ATTENTION_DEFAULTS, type BilstmAttentionOptions } from '../networks/bilstm-attention.js'
import { STATIC_DEFAULTS, type StaticOptions } from '../networks/static.js'
import { TRANSFORMER_DEFAULTS, type TransformerSizes } from '../networks/transformer.js'
import { PAIR_DEFAULTS, type MalstmTrainingOptions } from '../pairs/malstm-training.js'
import { TRIPLET_BATCH_DEFAULTS, type TripletBatchOptions } from '../batches/triplet-batches.js'
import { HINGE_LOSS_DEFAULTS } from '../losses/triplet-losses.js'

export const NETWORK_KINDS = ['static', 'bilstm-attention', 'transformer', 'malstm'] as const
export type NetworkKind = (typeof NETWORK_KINDS)[number]

/** What the network is to bring together: the sentences of a section, or those and the section's title. */
export const ROLES = ['sentences', 'titles'] as const
type Role = (typeof ROLES)[number]

/** What a network is called in its bundle. */
export type NetworkName = 'static' | Role

export function networkName({ network, role }: Pick<TrainingOptions, 'network' | 'role'>): NetworkName {
  return network === 'static' ? 'static' : role
}

/** Dimensions of the vectors that articles' networks give. */
export function dimsOf({ network, dims, hidden }: Pick<TrainingOptions, 'network' | 'dims' | 'hidden'>): number {
  return network === 'bilstm-attention' ? 2 * hidden : dims
}

/** Contrast within articles, the paper's loss, or the hinge with its distance. */
export const LOSSES = ['contrast', 'paper', 'hinge-l1', 'hinge-l2', 'hinge-cosine'] as const
type Loss = (typeof LOSSES)[number]

/** Which headings are trained on as if they were sentences of their sections. */
export const HEADINGS = ['none', 'all'] as const

/** Which TDC decides on the weights that are kept: without context, with the article's, or their mean. */
export const JUDGES = ['none', 'article', 'both'] as const

/** Every option that the trained weights depend on; the bundle records those that bear on its network. */
export interface TrainingOptions
  extends
    FitOptions,
    BatchOptions,
    TripletBatchOptions,
    ContrastOptions,
    TeachingOptions,
    StaticOptions,
    Omit<BilstmAttentionOptions, 'unit'>,
    Omit<TransformerSizes, 'dims'>,
    Omit<MalstmTrainingOptions, 'distance'>,
    Pick<MiningOptions, 'sections' | 'minSections' | 'sentencesPerParagraph'> {
  readonly network: NetworkKind
  readonly role: Role
  readonly loss: Loss
  /** Without them a network that reads words in their order knows no text of a word or two. Default: none. */
  readonly headings: (typeof HEADINGS)[number]
  /** Of the hinge: see `HingeLossOptions`. */
  readonly margin: number
  /** Known words of a training sentence beyond this many are left out; fewer train faster. Range: 1 or more. Default: 50. */
  readonly maxTrainTokens: number
  readonly judge: (typeof JUDGES)[number]
  /** Validation articles that each measurement takes, spread over all. Range: 1 or more. Default: 240, which tell .002. */
  readonly judgedArticles: number
}

const { hidden, attention, wordDropout, inputDropout, outputDropout } = BILSTM_ATTENTION_DEFAULTS
const { layers, width, inner } = TRANSFORMER_DEFAULTS

export const TRAINING_DEFAULTS: TrainingOptions = {
  ...FIT_DEFAULTS,
  ...BATCH_DEFAULTS,
  ...TRIPLET_BATCH_DEFAULTS,
  ...CONTRAST_DEFAULTS,
  ...TEACHING_DEFAULTS,
  ...STATIC_DEFAULTS,
  ...PAIR_DEFAULTS,
  ...{ hidden, attention, wordDropout, inputDropout, outputDropout },
  ...{ layers, width, inner },
  sections: MINING_DEFAULTS.sections,
  minSections: MINING_DEFAULTS.minSections,
  sentencesPerParagraph: MINING_DEFAULTS.sentencesPerParagraph,
  network: 'static',
  role: 'sentences',
  loss: 'contrast',
  headings: 'none',
  margin: HINGE_LOSS_DEFAULTS.margin,
  maxTrainTokens: MINING_DEFAULTS.maxTokens,
  judge: 'both',
  judgedArticles: 240
}

const HINGES: readonly Loss[] = ['hinge-l1', 'hinge-l2', 'hinge-cosine']
const BILSTM = { network: ['bilstm-attention'] } as const
const LSTMS = { network: ['bilstm-attention', 'malstm'] } as const
const TRANSFORMER = { network: ['transformer'] } as const
/** Networks that read words in their order. */
const READERS = { network: ['bilstm-attention', 'transformer', 'malstm'] } as const
const MALSTM = { network: ['malstm'] } as const
/** Networks that articles are trained on. */
const ARTICLES = { network: ['static', 'bilstm-attention', 'transformer'] } as const
const LINEAR = { schedule: ['linear'] } as const
const CYCLICAL = { schedule: ['cyclical'] } as const
const CONTRAST = { loss: ['contrast'] } as const

/** Choices that other options depend on. */
type Choice = 'network' | 'role' | 'loss' | 'schedule'

/** Options that bear on some networks, roles, losses or schedules alone. */
const ONLY: {
  readonly [Name in keyof TrainingOptions]?: Partial<Record<Choice, readonly string[]>>
} = {
  dims: { network: ['static', 'transformer'] },
  smoothing: { network: ['static'] },
  hidden: LSTMS,
  attention: BILSTM,
  layers: TRANSFORMER,
  width: TRANSFORMER,
  inner: TRANSFORMER,
  wordDropout: READERS,
  inputDropout: READERS,
  outputDropout: BILSTM,
  spread: MALSTM,
  batchPairs: MALSTM,
  pretrainingSteps: MALSTM,
  rehearsalShare: MALSTM,
  synonymPairs: MALSTM,
  synonymShare: MALSTM,
  networks: MALSTM,
  role: ARTICLES,
  loss: ARTICLES,
  sections: ARTICLES,
  minSections: ARTICLES,
  sentencesPerParagraph: ARTICLES,
  headings: { ...ARTICLES, role: ['sentences'] },
  judge: ARTICLES,
  judgedArticles: ARTICLES,
  sentences: { ...ARTICLES, ...CONTRAST },
  slots: { ...ARTICLES, ...CONTRAST },
  temperature: { ...ARTICLES, ...CONTRAST },
  contextShare: { ...ARTICLES, ...CONTRAST },
  teacherShare: { ...ARTICLES, ...CONTRAST },
  teacherTemperature: { ...ARTICLES, ...CONTRAST },
  acrossShare: { ...ARTICLES, ...CONTRAST },
  regression: { ...ARTICLES, ...CONTRAST },
  triplets: { ...ARTICLES, loss: ['paper', ...HINGES] },
  negative: { ...ARTICLES, role: ['sentences'], loss: ['paper', ...HINGES] },
  margin: { ...ARTICLES, loss: HINGES },
  paragraphDistance: { ...ARTICLES, role: ['sentences'] },
  warmUp: LINEAR,
  finalRate: LINEAR,
  lowestRate: CYCLICAL,
  cycleSteps: CYCLICAL
}

/** Options that say how a teacher is heard. */
const HEARING: readonly (keyof TrainingOptions)[] = ['teacherShare', 'teacherTemperature', 'acrossShare', 'regression']

/** What an option asks for that the others are not: `network bilstm-attention`; undefined where it bears on the training. */
export function unmetOf(name: keyof TrainingOptions, options: TrainingOptions): string | undefined {
  for (const [choice, values] of Object.entries(ONLY[name] ?? {})) {
    if (!values.includes(options[choice as Choice])) return `--${choice} ${values.join('|')}`
  }
  const heard = HEARING.includes(name) || (name === 'contextShare' && options.role === 'titles')
  if (heard && options.teacherShare === 0) return '--teacher-share above 0'
  return undefined
}

/** The options that bear on a training. */
export function bearing(options: TrainingOptions): Partial<TrainingOptions> {
  const named = Object.entries(options) as [keyof TrainingOptions, unknown][]
  return Object.fromEntries(named.filter(([name]) => unmetOf(name, options) === undefined))
}
