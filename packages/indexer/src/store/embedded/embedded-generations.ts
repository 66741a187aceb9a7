import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import {
  COLLECTION_FILE,
  readCollectionFile,
  writeCollectionFile,
  type CollectionFile,
  type Generation
} from '../collection-file.js'

/** Returns the folder of a generation's tables. */
export function generationFolder(folder: string, generation: number): string {
  return join(folder, `tables-${generation}`)
}

/** Returns whether these are the names in a collection's folder. */
export function isCollectionFolder(names: readonly string[]): boolean {
  return names.includes(COLLECTION_FILE) && names.some((name) => /^tables-\d+$/.test(name))
}

/**
 * Returns the next generation for these vectors. Reuses an interrupted one, or plans a new one as `next` in
 * `collection.json`.
 */
export async function planNext(folder: string, encoder: Generation['encoder']): Promise<Generation> {
  const file = await mustRead(folder)
  const { generation, previous, next } = file
  if (next !== undefined && JSON.stringify(next.encoder) === JSON.stringify(encoder)) return next
  const latest = Math.max(generation, previous?.generation ?? 0, next?.generation ?? 0)
  const planned = { generation: latest + 1, encoder }
  await change(folder, { ...file, next: planned })
  return planned
}

/** Makes the next generation the current one. @throws Error if there is none. */
export async function adoptNext(folder: string): Promise<void> {
  const { next, ...file } = await mustRead(folder)
  if (next === undefined) throw new Error(`${folder}: no next generation to adopt; open one first`)
  const same = JSON.stringify(next.encoder) === JSON.stringify(file.encoder)
  const previous = same && file.previous !== undefined ? file.previous : currentOf(file)
  await change(folder, { ...withCurrent(file, next), previous })
}

/** Swaps the current and the previous generation. @throws Failure if no previous one is stored. */
export async function rollBack(folder: string): Promise<void> {
  const { previous, ...file } = await mustRead(folder)
  if (previous === undefined) throw noPrevious(folder)
  await change(folder, { ...withCurrent(file, previous), previous: currentOf(file) })
}

/** Removes the previous generation. @throws Failure if none is stored. */
export async function dropPrevious(folder: string): Promise<void> {
  const { previous, ...file } = await mustRead(folder)
  if (previous === undefined) throw noPrevious(folder)
  await change(folder, file)
}

/** Replaces the description in a folder, and removes tables that it no longer names. */
async function change(folder: string, file: CollectionFile): Promise<void> {
  await writeCollectionFile(folder, file)
  const { generation, previous, next } = file
  const named = [generation, previous?.generation, next?.generation]
  for (const name of await readdir(folder)) {
    const number = /^tables-(\d+)$/.exec(name)?.[1]
    if (number !== undefined && !named.includes(Number(number))) await rm(join(folder, name), { recursive: true })
  }
}

function currentOf({ generation, encoder, run }: Generation): Generation {
  return { generation, encoder, ...(run && { run }) }
}

function withCurrent(file: CollectionFile, current: Generation): CollectionFile {
  return { ...file, run: undefined, ...current }
}

async function mustRead(folder: string): Promise<CollectionFile> {
  const file = await readCollectionFile(folder)
  if (file === undefined) throw new Failure(`${folder}: collection.json is gone; index into a new folder`)
  return file
}

function noPrevious(folder: string): Failure {
  return new Failure(`${folder}: keeps no earlier generation; leitmotif reindex makes one of what is current`)
}
