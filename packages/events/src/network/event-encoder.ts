import type { Vectors } from '@leitmotif/encoder'
import { joinNames, terms } from '@leitmotif/encoder/stages'
import { knownRows, readFrom, type Vocabulary } from '@leitmotif/encoder/training'
import { readChunker } from '../tagging/chunker-file.js'
import type { Event } from '../extraction/event.js'
import { readEventBundle, type EventBundle } from './event-bundle.js'
import { prepareEventNetwork, scoreEvents, type EventRows } from './event-network.js'
import { EVENT_EXTRACTION, eventOf, shortenEvent } from '../extraction/extract-event.js'
import { verbBase } from '../extraction/verb-names.js'
import { inActive } from '../extraction/voice.js'

/** A loaded event bundle: extracts who did what from headlines, and encodes that as vectors. */
export interface EventEncoder {
  readonly name: string
  /**
   * sha256 over all parts of the bundle that affect extraction or vectors. Never compare vectors with different
   * fingerprints.
   */
  readonly fingerprint: string
  /** Version of the extraction rules. Events of different versions must not be mixed. */
  readonly extraction: number
  readonly dims: number
  /** Returns who did what in a headline, which is cleaned first; undefined if no verb has a subject. */
  extract(headline: string): Event | undefined
  /**
   * Returns an event by who did it: "towns hit by storm" as storm, hits, towns. Other events stay as they are. Vectors
   * read all events this way.
   */
  active(event: Event): Event
  /**
   * Returns one row for each event, [events, dims]. Numbers are from -1 to 1, and rows have any length. The row is zero
   * for an event without a known word. An event's row is bit-identical whether it is encoded alone or with others.
   */
  encode(events: readonly Event[]): Vectors
  /**
   * Returns how similar each event is to the training data, -1 to 1. An event usually scores higher than a copy with
   * another subject.
   */
  score(events: readonly Event[]): Float32Array
}

/**
 * Loads the event bundle in a folder or below an http(s) address. Works in Node, browsers and workers.
 * @throws BundleError that says what was found, what was expected, and what to do.
 */
export async function loadEventEncoder(folderOrUrl: string | URL): Promise<EventEncoder> {
  return createEventEncoder(await readEventBundle(readFrom(folderOrUrl)))
}

/** Returns the encoder of a bundle in memory. @throws BundleError if tagger and chunker can't be read. */
export function createEventEncoder({ manifest, vocabulary, vectors, network, tagger }: EventBundle): EventEncoder {
  const chunker = readChunker(tagger, manifest.tagger.file)
  const encodeRows = prepareEventNetwork(network, vectors)
  const encode = (events: readonly Event[]): Vectors => encodeRows(events.map((event) => eventRows(vocabulary, event)))
  return {
    name: manifest.name,
    fingerprint: manifest.fingerprint,
    extraction: EVENT_EXTRACTION,
    dims: manifest.network.dims,
    extract: (headline) => eventOf(chunker, headline),
    active: (event) => inActive(event, (word) => vocabulary.rows.has(word)),
    encode,
    score: (events) => scoreEvents(network, encode(events))
  }
}

/**
 * Returns the known words of an event's parts, shortened as extraction does. A passive that names its agent is read in
 * the active: "towns hit by storm" as "storm hits towns". An unknown verb form is read as its base. Names that the
 * vocabulary has as one word (`wall_street`) are read as one.
 */
export function eventRows(vocabulary: Vocabulary, event: Event): EventRows {
  const isKnown = (word: string): boolean => vocabulary.rows.has(word)
  const { subject, verb, object } = shortenEvent(inActive(event, isKnown))
  const known = verb.map((word) => (isKnown(word.toLowerCase()) ? word : verbBase(word.toLowerCase(), isKnown)))
  const rowsOf = (words: readonly string[]): number[] =>
    knownRows(vocabulary, joinNames(terms(words.join(' ')), isKnown), MOST_TERMS)
  return { subject: rowsOf(subject), verb: rowsOf(known), object: rowsOf(object) }
}

/** Maximum number of terms read of a part of an event. One written word may be several terms. */
const MOST_TERMS = 32
