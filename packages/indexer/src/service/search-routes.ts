import { clusterHits } from '../search/cluster-hits.js'
import { contrastParts } from '../analytics/contrast.js'
import { organiseSentences } from '../search/organise.js'
import { searchCollection } from '../search/search.js'
import { compareTexts } from '../search/similarity.js'
import { RequestProblem } from './problem.js'
import { route, type Route } from './route.js'
import {
  clusterAnswer,
  clusterRequest,
  contrastAnswer,
  contrastRequest,
  organiseAnswer,
  organiseRequest,
  similarityAnswer,
  similarityRequest,
  searchAnswer,
  searchRequest,
  sentencesAnswer,
  sentencesRequest
} from './schemas/search-schemas.js'

/** Routes that find sentences (by theme, by words or by id) and divide them into themes. */
export const searchRoutes: Route[] = [
  route({
    method: 'post',
    path: '/api/search',
    tag: 'Search',
    summary: 'The sentences nearest to some texts, sentences or a document',
    body: searchRequest,
    answer: searchAnswer,
    handle: ({ collection, encoder }, { body }) =>
      collection.searchOnce(JSON.stringify(body), (store) => searchCollection(store, encoder, body))
  }),
  route({
    method: 'post',
    path: '/api/cluster',
    tag: 'Search',
    divides: true,
    summary: 'Themes of the hits of a search, of some sentences or of some documents',
    body: clusterRequest,
    answer: clusterAnswer,
    handle: ({ collection, encoder, divide }, { body }) =>
      collection.readOnce(JSON.stringify(['cluster', body]), (store) => clusterHits(store, encoder, body, divide))
  }),
  route({
    method: 'post',
    path: '/api/contrast',
    tag: 'Search',
    heavy: true,
    summary: 'What separates two parts of the collection: themes, words and phrases',
    body: contrastRequest,
    answer: contrastAnswer,
    handle: ({ collection }, { body }) =>
      collection.readOnce(JSON.stringify(['contrast', body]), (store) => contrastParts(store, body))
  }),
  route({
    method: 'post',
    path: '/api/similarity',
    tag: 'Search',
    summary: 'How similar two texts are',
    body: similarityRequest,
    answer: similarityAnswer,
    handle: ({ collection, encoder, scorer }, { body: { a, b } }) =>
      collection.read((store) => compareTexts(encoder, [a, b], { store, scorer }))
  }),
  route({
    method: 'post',
    path: '/api/organise',
    tag: 'Search',
    divides: true,
    summary: 'Loose sentences, or sentences of the collection, as a text with sections',
    body: organiseRequest,
    answer: organiseAnswer,
    handle: async ({ collection, encoder, divide }, { body: { sentences, ids, sections: count } }) => {
      if ((sentences === undefined) === (ids === undefined))
        throw new RequestProblem(400, 'body: expected one of sentences and ids')
      const loose =
        sentences ??
        (await collection.read((store) => store.read(ids!))).records.map(({ text, title }) => ({ text, source: title }))
      return organiseSentences(encoder, loose, { count, divide })
    }
  }),
  route({
    method: 'post',
    path: '/api/sentences',
    tag: 'Search',
    summary: 'Sentences by their ids',
    body: sentencesRequest,
    answer: sentencesAnswer,
    handle: ({ collection }, { body: { ids } }) =>
      collection.read(async (store) => ({ records: (await store.read(ids)).records }))
  })
]
