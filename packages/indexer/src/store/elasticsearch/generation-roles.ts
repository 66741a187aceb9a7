import { Failure } from '@leitmotif/command'
import type { Representation } from '@leitmotif/encoder'
import { chooseVectors } from '../collection-file.js'
import type { StoreEncoder } from '../store.js'
import type { WriteRight } from '../write-access.js'
import type { Connection } from './connection.js'
import { refuseRejections } from './document-writer.js'
import { ElasticsearchCollection } from './elasticsearch-collection.js'
import { DocumentRecords } from './elasticsearch-documents.js'
import { createGeneration, findGeneration, letWrite, setRoles, type Generation } from './elasticsearch-generations.js'
import { newMeta, type CollectionMeta } from './mapping.js'
import { aliasOf } from './names.js'

/** Creates an empty generation, and removes leftovers of an earlier one with the same number. */
export async function openEmpty(
  client: Connection,
  name: string,
  lease: WriteRight,
  role: 'current' | 'next',
  meta: CollectionMeta
): Promise<ElasticsearchCollection> {
  const generation = await createGeneration(client, name, meta, role)
  const collection = new ElasticsearchCollection(client, name, lease, generation)
  await dropDocuments(collection, generation.number)
  return collection
}

/** Opens the next generation, as `GenerationStore.openNext` describes. */
export async function openNext(
  current: ElasticsearchCollection,
  encoder: StoreEncoder,
  representation?: Representation
): Promise<ElasticsearchCollection> {
  await current.mustWriteAlone()
  const { client, name, lease, meta } = current
  const vectors = chooseVectors(encoder, representation)
  const found = await findGeneration(client, name, 'next')
  if (found !== undefined && JSON.stringify(found.meta.encoder) === JSON.stringify(vectors)) {
    await letWrite(client, found.index)
    const next = new ElasticsearchCollection(client, name, lease, found)
    await next.declare(current.fields)
    return next
  }
  if (found !== undefined) await changeRoles(current, { next: undefined })
  return openEmpty(client, name, lease!, 'next', { ...newMeta(meta.base, vectors), fields: meta.fields })
}

/** Makes the next generation current, as `GenerationStore.adoptNext` describes. */
export async function adoptNext(current: ElasticsearchCollection): Promise<void> {
  await current.mustWriteAlone()
  const { client, name, generation } = current
  const next = await findGeneration(client, name, 'next')
  if (next === undefined) throw new Error(`${current.index}: no next generation to adopt; open one first`)
  const same = JSON.stringify(next.meta.encoder) === JSON.stringify(current.meta.encoder)
  const earlier = same ? await findGeneration(client, name, 'previous') : undefined
  await changeRoles(current, { current: next, next: undefined, previous: earlier ?? generation })
  current.replaced = true
}

/** Swaps the current and the previous generation. @throws Failure if no previous one is stored. */
export async function rollBack(current: ElasticsearchCollection): Promise<void> {
  await current.mustWriteAlone()
  await changeRoles(current, { current: await previousOf(current), previous: current.generation })
  current.replaced = true
}

/** Removes the previous generation. @throws Failure if none is stored. */
export async function dropPrevious(current: ElasticsearchCollection): Promise<void> {
  await current.mustWriteAlone()
  await previousOf(current)
  await changeRoles(current, { previous: undefined })
}

async function previousOf({ client, name }: ElasticsearchCollection): Promise<Generation> {
  const found = await findGeneration(client, name, 'previous')
  if (found !== undefined) return found
  const place = `${client.place}/${aliasOf(name)}`
  throw new Failure(`${place}: keeps no earlier generation; leitmotif reindex makes one of what is current`)
}

/** Assigns roles, and removes generations that are left without one. */
async function changeRoles(
  collection: ElasticsearchCollection,
  changed: Parameters<typeof setRoles>[2]
): Promise<void> {
  for (const { number } of await setRoles(collection.client, collection.name, changed))
    await dropDocuments(collection, number)
}

/** Removes all document records of a generation. */
async function dropDocuments({ client, records, bulk }: ElasticsearchCollection, generation: number): Promise<void> {
  await client.indices.refresh({ index: records })
  refuseRejections(await bulk.write(records, new DocumentRecords(client, records, generation).dropAll()))
}
