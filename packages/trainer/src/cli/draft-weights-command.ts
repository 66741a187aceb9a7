import { counted, createProgress, EXIT, Failure, wholeNumber } from '@leitmotif/command'
import { createEncoder } from '@leitmotif/encoder'
import { packSuggestionWeights, SUGGESTION_FEATURES, type SuggestionKind } from '@leitmotif/encoder/training'
import { Command } from 'commander'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { readPart } from '../mining/split.js'
import { prepareLearned, writeLearned } from '../output/learned-parts.js'
import { looseParagraphs } from '../evaluation/draft-damage.js'
import { fitChoices, lossOf } from '../suggestions/choice-weights.js'
import { addLessons, draftOf, noLessons, STAYS_MORE } from '../suggestions/draft-lessons.js'

const SEED = 1
/** Size of the cache of sentence vectors: the damaged copies of a draft have nearly the same sentences. */
const CACHE = 20_000
/** Decimal places of the weights in the file. */
const PLACES = 3

interface Flags {
  readonly model: string
  readonly articles: number
}

/** `leitmotif-train draft-weights CORPUS… --model DIR` learns the weights of a draft's moves, splits and headings. */
export function draftWeightsCommand(): Command {
  return new Command('draft-weights')
    .description(
      'Learns how likely a paragraph belongs to another section, a heading is missing or belongs elsewhere. It damages the\n' +
        'validation part of sectioned articles by rule: paragraphs are moved or taken from other articles, headings deleted,\n' +
        'exchanged or all removed. The validation part, because the other networks have seen the training part. Writes suggestions.json into the bundle.\n\nExample: leitmotif-train draft-weights articles.jsonl.gz --model my-encoder'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('--model <dir>', 'encoder bundle with the networks static and sentences, which gets the weights')
    .option('--articles <n>', 'articles of each corpus at most; 0: all', wholeNumber(0), 150)
    .action(run)
}

async function run(corpora: string[], { model, articles }: Flags): Promise<void> {
  const bundle = await prepareLearned(model, 'suggestions', corpora)
  const encoder = createEncoder(bundle, { cache: CACHE })
  if (encoder.dims.static === undefined || encoder.dims.sentences === undefined) {
    throw new Failure(
      `${model}: has the networks ${Object.keys(encoder.dims).join(', ')}; expected static and sentences: name another bundle`
    )
  }
  const damage = createDamageLog()
  const lessons = noLessons()
  for (const corpus of corpora) {
    const progress = createProgress({ label: `reading ${corpus}`, total: await corporaSize([corpus]), unit: 'bytes' })
    const onBytes = (bytes: number): void => {
      progress.update(bytes)
    }
    let count = 0
    /** Paragraphs of the article before. */
    let foreign: readonly string[] = []
    for await (const article of readPart([corpus], 'validation', { onBytes, onDamage: damage.onDamage })) {
      const draft = draftOf(article)
      await addLessons(lessons, encoder, draft, foreign, SEED)
      foreign = looseParagraphs(draft)
      if (++count === articles) break
    }
    progress.end(counted(count, 'article'))
  }
  encoder.dispose()
  const fitted = (kind: SuggestionKind): number[] => {
    if (lessons[kind].length === 0) throw new Failure(`the corpora have no article that teaches the weights of ${kind}`)
    const weights = fitChoices(lessons[kind], SUGGESTION_FEATURES[kind].length)
    const before = lossOf(
      lessons[kind],
      weights.map(() => 0)
    )
    process.stdout.write(
      `${kind}: ${counted(lessons[kind].length, 'choice')}, loss ${lossOf(lessons[kind], weights).toFixed(4)} (by chance ${before.toFixed(4)})\n`
    )
    const stays = kind === 'move' ? SUGGESTION_FEATURES.move.indexOf('stays') : -1
    return weights.map((weight, f) => Number((f === stays ? weight + STAYS_MORE : weight).toFixed(PLACES)))
  }
  const weights = {
    unheaded: fitted('unheaded'),
    missing: fitted('missing'),
    move: fitted('move'),
    separate: fitted('separate'),
    heading: fitted('heading')
  }
  await writeLearned(model, 'suggestions', packSuggestionWeights(weights), encoder.fingerprints.static)
  process.exitCode = damage.end() > 0 ? EXIT.findings : EXIT.done
}
