import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import type { DocumentFormat } from '@leitmotif/encoder'
import type { Draft } from './draft-damage.js'

/** The format of drafts by file name extension. */
const FORMATS: Readonly<Partial<Record<string, DocumentFormat>>> = {
  md: 'markdown',
  markdown: 'markdown',
  tex: 'latex',
  rst: 'restructuredtext',
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  txt: 'plain'
}

/** The parts of a folder of drafts: two thirds for tuning, and one third that is measured only once, at the end. */
export const DRAFT_PARTS = ['all', 'tuning', 'held-out'] as const

export type DraftPart = (typeof DRAFT_PARTS)[number]

/**
 * Returns the part of a draft, which depends only on its file name: the first 32 bits of the name's sha256, as an unsigned
 * big-endian number, modulo 3; 0 is held out.
 */
function partOf(file: string): DraftPart {
  return createHash('sha256').update(file, 'utf8').digest().readUInt32BE(0) % 3 === 0 ? 'held-out' : 'tuning'
}

/** Reads the drafts of a folder and its subfolders, by name. @throws Failure for a folder that has none or can't be read. */
export async function readDrafts(folder: string, part: DraftPart): Promise<Draft[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new Failure(`--drafts ${folder}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const names = entries.flatMap((entry) => {
    const format = FORMATS[entry.name.split('.').at(-1)!.toLowerCase()]
    if (!entry.isFile() || format === undefined || (part !== 'all' && partOf(entry.name) !== part)) return []
    const path = join(entry.parentPath, entry.name)
    return [{ path, name: path.slice(join(folder, '/').length).replaceAll('\\', '/'), format }]
  })
  if (names.length === 0) {
    throw new Failure(
      `--drafts ${folder}: has no drafts; expected files that end in .${Object.keys(FORMATS).join(', .')}`
    )
  }
  names.sort((a, b) => (a.name < b.name ? -1 : 1))
  return Promise.all(names.map(async ({ path, ...draft }) => ({ ...draft, text: await readFile(path, 'utf8') })))
}
