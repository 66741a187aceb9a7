import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../collection-file.js'
import { UnreadableValue } from '../computed-value.js'

/** Reads the value stored under a name in a collection's folder; undefined for none. @throws UnreadableValue */
export async function readValue(folder: string, name: string): Promise<unknown> {
  const path = valueFile(folder, name)
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UnreadableValue(
      `${path}: cannot be read (${(error as Error).message}); remove it, and what it kept is lost`
    )
  }
}

/** Stores JSON under a name; undefined removes it. */
export async function writeValue(folder: string, name: string, json: string | undefined): Promise<void> {
  if (json === undefined) await rm(valueFile(folder, name), { force: true })
  else await writeWhole(valueFile(folder, name), json)
}

/** Returns version strings of the stored values. */
export async function valueVersions(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('kept-') && name.endsWith('.json'))
  return Promise.all(
    names.sort().map(async (name) => {
      const found = await stat(join(folder, name), { bigint: true }).catch(() => undefined)
      return `${name} ${found?.ino ?? 0n} ${found?.mtimeNs ?? 0n}`
    })
  )
}

function valueFile(folder: string, name: string): string {
  return join(folder, `kept-${name}.json`)
}
