import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, printJson } from '@leitmotif/command'
import { Command } from 'commander'
import {
  type PlaceFlags,
  collectionOption,
  DEFAULT_FOLDER,
  encoderOption,
  inOption,
  jsonOption,
  openEncoder,
  withCollection
} from '../collection/collection.js'
import { openPairScorer, pairsOption } from '../duplicates/shipped-scorer.js'
import { compareTexts, type TextSimilarity } from '../search/similarity.js'
import { fixed } from '../terminal/numbers.js'
import { textTable } from '../terminal/text-table.js'

interface Flags extends PlaceFlags {
  readonly encoder: string
  readonly pairs: string
  readonly json?: boolean
}

/** `leitmotif similarity`: how similar two texts are. */
export function similarityCommand(): Command {
  return new Command('similarity')
    .description(
      'Says how similar two texts are: the cosine of their vectors in each representation, its percentile among random ' +
        'pairs of sentences of a collection, and the score from 1 to 5 that people would give the pair.\n\n' +
        'Example: leitmotif similarity "The ferry was late." "Boats waited for the tide." --in shelf'
    )
    .argument('<a>', 'the first text')
    .argument('<b>', 'the second text')
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(encoderOption())
    .addOption(pairsOption())
    .addOption(jsonOption())
    .action(async (a: string, b: string, flags: Flags) => {
      if (a.trim() === '' || b.trim() === '') throw new Failure('one of the texts is empty; expected two texts')
      const encoder = await openEncoder(flags.encoder)
      const scorer = await openPairScorer(flags.pairs)
      // Without a collection, everything but percentiles can be said.
      const without = flags.in === DEFAULT_FOLDER && !existsSync(join(DEFAULT_FOLDER, 'collection.json'))
      const similarity = without
        ? await compareTexts(encoder, [a, b], { scorer })
        : await withCollection(flags, encoder, 'read', (store) => compareTexts(encoder, [a, b], { store, scorer }))
      if (flags.json === true) printJson({ a, b, ...similarity })
      else process.stdout.write(similarityText(similarity))
      if (without && flags.json !== true)
        process.stderr.write('no percentiles: there is no collection here; name one with --in\n')
      encoder.dispose()
    })
}

function similarityText({ representations, predicted }: TextSimilarity): string {
  const rows = representations.map(({ representation, cosine, percentile }) => [
    representation,
    cosine === undefined ? 'no known word' : fixed(cosine),
    percentile === undefined ? '' : `${percentile.toFixed(1)} %`
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
