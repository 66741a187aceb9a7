export { chunkFeatures, chunkTagged, type ChunkedWords, type Chunker } from './chunker.js'
export { packChunker, readChunker } from './chunker-file.js'
export { EVENT_LENGTHS, eventPhrase, type Event } from './event.js'
export { EVENT_EXTRACTION, eventOf, shortenEvent, wholeEventOf } from './extract.js'
export {
  packEventBundle,
  readEventBundle,
  type EventBundle,
  type EventsManifest,
  type EventsOrigin
} from './event-bundle.js'
export { createEventEncoder, eventRows, loadEventEncoder, type EventEncoder } from './event-encoder.js'
export {
  partMeans,
  prepareEventLayers,
  prepareEventNetwork,
  scoreEvents,
  type EventNetwork,
  type EventRows,
  type TensorLayer
} from './event-network.js'
export { cleanHeadline, MAX_HEADLINE_LENGTH, trimNewsBody } from './headline.js'
export { headlineWords } from './headline-words.js'
export { bestPath, type Features, type SequenceModel } from './sequence-model.js'
export { tagFeatures, tagWords, type WordClasses } from './tagger.js'
export { wordForm } from './word-form.js'
export { drawEventMap, EVENT_MAP_DEFAULTS, type EventMap, type EventMapOptions, type ToldEvent } from './event-map.js'
export { nameVerbs, type NamedVerbs } from './verb-names.js'
