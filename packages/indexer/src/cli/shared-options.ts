import { availableParallelism } from 'node:os'
import { wholeNumber } from '@leitmotif/command'
import type { Representation } from '@leitmotif/encoder'
import shippedEncoder from '@leitmotif/model-en'
import { Option } from 'commander'
import { DEFAULT_FOLDER } from '../store/collection.js'
import { CONFIGURED_PLACE } from '../store/elasticsearch/elasticsearch-access.js'
import { DEFAULT_COLLECTION } from '../store/elasticsearch/names.js'

/** Possible places of a collection, for help texts. */
export const PLACES = `a folder, the URL of an Elasticsearch server, or ${CONFIGURED_PLACE} (server from ELASTICSEARCH_URL)`

/** Returns `--in PLACE`, the option of commands that use a collection. */
export function inOption(): Option {
  return new Option('--in <place>', `collection to use: ${PLACES}`).default(DEFAULT_FOLDER)
}

/** Returns `--collection NAME`. */
export function collectionOption(): Option {
  return new Option(
    '--collection <name>',
    `name of the collection (default: the name of its folder, or ${DEFAULT_COLLECTION} in Elasticsearch)`
  )
}

/** Text of `--encoder` for commands that read a collection. */
export const INDEXED_WITH = 'the encoder that the collection was indexed with'

/** Returns `--encoder FOLDER`, the option of commands that encode. `use` says which encoder the command expects. */
export function encoderOption(use: string): Option {
  return new Option(
    '--encoder <folder>',
    `${use}: folder of an encoder bundle, or of an ONNX sentence encoder (model.onnx, tokenizer.json)`
  )
    .env('LEITMOTIF_ENCODER')
    .default(shippedEncoder, '@leitmotif/model-en')
}

/** The representation of `--fast`. */
export const FAST = 'static' satisfies Representation

/** Returns `--fast`, the option of commands that choose the vectors of a collection. */
export function fastOption(): Option {
  return new Option(
    '--fast',
    `use the vectors \`${FAST}\`: encoding is more than fifty times as fast and needs no ONNX Runtime, but searches find less`
  ).default(false)
}

/** Default limit of the number of encoding threads. Each loads its own copy of the networks. */
const MOST_THREADS = 4

export function threadsOption(): Option {
  return new Option('--threads <count>', 'encoding threads, 1 to 64; --fast uses none')
    .argParser(wholeNumber(1, 64))
    .default(Math.min(MOST_THREADS, availableParallelism()))
}

/** Returns `--json`, the option of every command that ends by itself. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as one JSON document')
}

/** Collects repeated `field=value` arguments. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
