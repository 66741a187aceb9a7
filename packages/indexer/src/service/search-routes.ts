import { clusterHits } from '../search/cluster-hits.js'
import { contrastParts } from '../search/contrast.js'
import { searchCollection } from '../search/search.js'
import { route, type Route } from './route.js'
import {
  clusterAnswer,
  clusterRequest,
  contrastAnswer,
  contrastRequest,
  searchAnswer,
  searchRequest,
  sentencesAnswer,
  sentencesRequest
} from './schemas.js'

/** Sentences found, by theme, by words or by id, and what they divide into. */
export const searchRoutes: Route[] = [
  route({
    method: 'post',
    path: '/api/search',
    tag: 'Search',
    summary: 'The sentences nearest to some texts, sentences or a document',
    body: searchRequest,
    answer: searchAnswer,
    handle: ({ collection, encoder }, { body }) => collection.read((store) => searchCollection(store, encoder, body))
  }),
  route({
    method: 'post',
    path: '/api/cluster',
    tag: 'Search',
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
    path: '/api/sentences',
    tag: 'Search',
    summary: 'Sentences by their ids',
    body: sentencesRequest,
    answer: sentencesAnswer,
    handle: ({ collection }, { body: { ids } }) =>
      collection.read(async (store) => ({ records: (await store.read(ids)).records }))
  })
]
