import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, printable, printJson, wholeNumber } from '@leitmotif/command'
import { Command } from 'commander'
import { type PlaceFlags, DEFAULT_FOLDER, openEncoder, withCollection } from '../store/collection.js'
import { NO_SCORER, openPairScorer, pairsOption } from '../duplicates/shipped-scorer.js'
import { compareTexts, relatedSentences, type RelatedSentence, type TextSimilarity } from '../search/similarity.js'
import { fixed, percentileText } from '../terminal/numbers.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import { textTable } from '../terminal/text-table.js'
import { collectionOption, encoderOption, INDEXED_WITH, inOption, jsonOption } from './shared-options.js'

/** UTF-16 units of a text that a message repeats. */
const MAX_SHOWN = 80

interface Flags extends PlaceFlags {
  readonly encoder: string
  readonly pairs: string
  readonly count: number
  readonly filter?: readonly string[]
  readonly json?: boolean
}

/** `leitmotif similarity`: how similar two texts are, or which sentences are most related to one. */
export function similarityCommand(): Command {
  return new Command('similarity')
    .description(
      'Says how similar two texts are: the cosine of their vectors in each representation, its percentile among random ' +
        'pairs of sentences of a collection, and the score from 1 to 5 that people would give the pair. Of one text, lists ' +
        'the sentences of a collection that people would score highest with it.\n\n' +
        'Example: leitmotif similarity "The ferry was late." "Boats waited for the tide." --in shelf'
    )
    .argument('<a>', 'the first text')
    .argument('[b]', 'the second text; without it, the sentences of a collection that are most related to the first')
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(encoderOption(INDEXED_WITH))
    .addOption(pairsOption())
    .option('--count <number>', 'of one text: number of sentences, 1 to 100', wholeNumber(1, 100), 10)
    .addOption(filterOption('--filter', 'of one text: only sentences that match'))
    .addOption(jsonOption())
    .action(async (a: string, b: string | undefined, flags: Flags) => {
      if (a.trim() === '' || b?.trim() === '') throw new Failure('one of the texts is empty; expected two texts')
      if (b === undefined) return related(a, flags)
      const encoder = await openEncoder(flags.encoder)
      const scorer = await openPairScorer(flags.pairs)
      // Without a collection, everything but percentiles can be said.
      const without = flags.in === DEFAULT_FOLDER && !existsSync(join(DEFAULT_FOLDER, 'collection.json'))
      const similarity = without
        ? await compareTexts(encoder, [a, b], { scorer })
        : await withCollection(flags, encoder, 'read', (store) => compareTexts(encoder, [a, b], { store, scorer }))
      if (flags.json === true) printJson({ a, b, ...similarity })
      else process.stdout.write(similarityText(similarity))
      if (without && flags.json !== true && similarity.unknown.length === 0)
        process.stderr.write('no percentiles: there is no collection here; name one with --in\n')
      encoder.dispose()
    })
}

async function related(text: string, flags: Flags): Promise<void> {
  const scorer = await openPairScorer(flags.pairs)
  if (scorer === undefined) throw new Failure(NO_SCORER)
  const encoder = await openEncoder(flags.encoder)
  const found = await withCollection(flags, encoder, 'read', async (store) =>
    relatedSentences(store, encoder, scorer, text, {
      count: flags.count,
      filter: await namedFilter(store, flags.filter ?? [])
    })
  ).finally(() => {
    encoder.dispose()
  })
  if (flags.json === true) printJson({ text, scale: scorer.scale, scorer: scorer.name, sentences: found })
  else process.stdout.write(relatedText(found))
}

function relatedText(found: readonly RelatedSentence[]): string {
  if (found.length === 0) return 'No other sentence of the collection is known to the pair scorer.\n'
  return found
    .map(
      ({ record: { document, text }, score }) =>
        `${score.toFixed(2)}  ${printable(text)}\n      ${printable(document)}\n`
    )
    .join('')
}

function similarityText({ unknown, representations, predicted }: TextSimilarity): string {
  if (unknown.length > 0)
    return [...new Set(unknown)]
      .map(
        (text) =>
          `The encoder knows no word of “${printable(text).slice(0, MAX_SHOWN)}”, so nothing can be said of it.\n`
      )
      .join('')
  const rows = representations.map(({ representation, cosine, percentile }) => [
    representation,
    cosine === undefined ? 'no known word' : fixed(cosine),
    percentile === undefined ? '' : `${percentileText(percentile)} %`
  ])
  const columns = [
    { title: 'representation' },
    { title: 'cosine', right: true },
    { title: 'more similar than random pairs', right: true }
  ]
  const lines = textTable(columns, rows)
  if (predicted !== undefined) {
    const { score, scale, scorer } = predicted
    lines.push('', `People would score the pair ${score.toFixed(1)} on a scale of ${scale.join(' to ')} (${scorer}).`)
  }
  return `${lines.join('\n')}\n`
}
