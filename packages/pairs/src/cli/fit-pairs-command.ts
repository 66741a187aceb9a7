import { decimal, Failure, wholeNumber } from '@leitmotif/command'
import { Command, Option } from 'commander'
import {
  addFlags,
  flagName,
  givenOptions,
  languageTag,
  PAIR_FILES,
  someText,
  TRAINING_FLAGS,
  withGiven,
  type FlagGroup
} from '@leitmotif/trainer/training'
import { PAIR_DISTANCES } from '../scorer/pair-manifest.js'
import { PAIR_FIT_DEFAULTS, PAIR_PRESETS, SCHEDULE_ONLY, type PairFitOptions } from '../training/pair-options.js'
import { fitMalstm, type MalstmFlags } from './fit-malstm.js'

type Name = keyof PairFitOptions

const FLAGS: FlagGroup<Name> = {
  heading: 'Pairs and network:',
  flags: [
    ['hidden', 'n', 'LSTM units, the dimensions of the vectors, 1 to 1024', wholeNumber(1, 1024)],
    ['spread', 'n', 'standard deviation of the initial weights, 1e-6 to 10', decimal(1e-6, 10)],
    ['distance', 'name', 'distance of two sentences: l1 (the paper’s, Manhattan) or l2 (Euclidean)', PAIR_DISTANCES],
    ['networks', 'n', 'number of networks whose similarities are averaged, 1 to 64', wholeNumber(1, 64)],
    ['batchPairs', 'n', 'pairs of a batch, 1 to 100,000', wholeNumber(1, 100_000)],
    ['pretrainingSteps', 'n', 'maximum number of steps on the pairs of --pretrain, 0 or more', wholeNumber(0)],
    ['rehearsalShare', 'share', 'share of a batch taken from --pretrain while training, 0 to 0.95', decimal(0, 0.95)],
    ['synonymPairs', 'n', 'number of training pairs added with synonyms of --wordnet, 0 or more', wholeNumber(0)],
    ['synonymShare', 'share', 'share of their words replaced with synonyms, 0 to 1', decimal(0, 1)]
  ]
}

/** Flags that need another. */
const NEEDED: Readonly<Partial<Record<string, string>>> = {
  pretrainingSteps: 'pretrain',
  rehearsalShare: 'pretrain',
  synonymShare: 'wordnet'
}

/** `leitmotif-train fit pairs PAIRS… --trial PAIRS --out DIR`. */
export function fitPairsCommand(): Command {
  const command = new Command('pairs')
    .description(
      'Trains MaLSTM on pairs of sentences that people scored, and writes a pair scorer.\n\nExample: leitmotif-train fit pairs pairs.txt --trial trial.txt --encoder my-encoder --out my-pairs'
    )
    .argument('<pairs...>', PAIR_FILES)
    .requiredOption('--out <dir>', 'folder of the pair scorer')
    .option('--trial <pairs>', 'pairs that select the best weights')
    .option('--test <pairs>', 'pairs to measure once, at the end')
    .option('--encoder <dir>', 'encoder bundle next to --out whose words and vectors to use')
    .option('--vectors <file>', 'word vectors in a format of word2vec or GloVe; excludes --encoder')
    .option('--entry <name>', 'file to read within a .zip of several vector files')
    .option('--words <n>', 'number of words of --vectors, 1 to 1,000,000 (default: 60000)', wholeNumber(1, 1_000_000))
    .option('--more-values <dir>', 'read the additional values of words that the pair scorer in this folder has')
    .option('--pretrain <pairs...>', 'pairs of any scale to train on first')
    .option('--wordnet <dir>', "folder of WordNet's database, for pairs with synonyms")
    .addOption(new Option('--preset <name>', 'default settings').choices(Object.keys(PAIR_PRESETS)))
    .option('--fine-tune', 'continue from the networks of the pair scorer in --out', false)
    .option('--name <text>', 'name of the pair scorer (default: its present name, or that of the folder)', someText)
    .option('--language <tag>', 'language of the pairs as a BCP 47 tag (default: as it was, or en)', languageTag)
    .option('--license <text>', 'licence of the pair scorer (default: as it was)', someText)
    .option('--checkpoint <file>', 'save the training state here; if the file exists, resume from it')
    .option('--report <file>', 'write an HTML page of the training')
    .option('--json', 'print the figures as JSON', false)
  const own = new Set<string>(FLAGS.flags.map(([name]) => name))
  const groups = [FLAGS, ...(Object.values(TRAINING_FLAGS) as FlagGroup<Name>[])]
  for (const { heading, flags } of groups) {
    const shared = flags.filter((flag) => flag[0] in PAIR_FIT_DEFAULTS && (flags === FLAGS.flags || !own.has(flag[0])))
    addFlags(command, { heading, flags: shared }, PAIR_FIT_DEFAULTS)
  }
  return command.action((paths: string[], flags: MalstmFlags) => fitMalstm(paths, flags, pairOptions(command)))
}

function pairOptions(command: Command): PairFitOptions {
  const { preset } = command.opts<{ preset?: keyof typeof PAIR_PRESETS }>()
  const given = givenOptions(command, PAIR_FIT_DEFAULTS)
  const options = withGiven({ ...PAIR_FIT_DEFAULTS, ...(preset && PAIR_PRESETS[preset]) }, given)
  for (const name of Object.keys(given)) {
    const needed = NEEDED[name]
    if (needed !== undefined && command.getOptionValue(needed) === undefined)
      throw new Failure(`--${flagName(name)} can only be used with --${needed}; leave it out, or add that`)
    const schedule = SCHEDULE_ONLY[name]
    if (schedule !== undefined && schedule !== options.schedule)
      throw new Failure(`--${flagName(name)} can only be used with --schedule ${schedule}; leave it out, or add that`)
  }
  return options
}
