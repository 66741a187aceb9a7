import { createProgress, Failure, printJson, type Progress } from '@leitmotif/command'
import { Command } from 'commander'
import { type PlaceFlags, withCollection } from '../store/collection.js'
import { contrastParts } from '../analytics/contrast.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import { contrastText } from '../terminal/search-text.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly a?: readonly string[]
  readonly b?: readonly string[]
  readonly json: boolean
}

/** Reading that takes no longer shows no progress. In milliseconds. */
const QUICK_MS = 2000

/** `leitmotif contrast`: compares two parts of a collection. */
export function contrastCommand(): Command {
  return new Command('contrast')
    .description(
      'Compares two parts of a collection: shows the themes, words and phrases that each has more of.\n\n' +
        'Example: leitmotif contrast --a "date>=2024" --in shelf'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(filterOption('--a', 'the first part: sentences that match'))
    .addOption(filterOption('--b', 'the second part (default: the whole collection): sentences that match'))
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      const { a, b, json } = flags
      if (a === undefined)
        throw new Failure(
          '--a is missing; expected a condition, for example: leitmotif contrast --a author="Mei Farrow"'
        )
      let begun: number | undefined
      let progress: Progress | undefined
      const contrast = await withCollection(flags, undefined, 'read', async (store) => {
        const parts = { a: await namedFilter(store, a), b: await namedFilter(store, b ?? []) }
        return contrastParts(store, parts, (done, total) => {
          begun ??= Date.now()
          if (Date.now() - begun > QUICK_MS) progress ??= createProgress({ label: 'reading', total, unit: 'sentences' })
          progress?.update(done)
        })
      }).finally(() => progress?.end())
      if (json) printJson(contrast)
      else process.stdout.write(contrastText(contrast, { a: a.join(', '), b: b?.join(', ') ?? 'the whole collection' }))
    })
}
