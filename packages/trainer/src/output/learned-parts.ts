import { LEARNED_FILES, type Learned, type LearnedFiles, readFrom } from '@leitmotif/encoder/training'
import { ENCODER_BUNDLE, prepareFiles, replaceFiles } from './bundle-files.js'
import type { Bundle } from '@leitmotif/encoder/training'
import { BundleError, readBundle } from '@leitmotif/encoder'
import { Failure, shellWord } from '@leitmotif/command'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Part = keyof Learned

/** The command that learns each part. */
const COMMANDS: Readonly<Record<Part, string>> = {
  boundaries: 'boundary-network',
  sentenceBoundaries: 'sentence-boundaries',
  headings: 'heading-words',
  suggestions: 'draft-weights'
}
const PARTS = Object.keys(COMMANDS) as Part[]

/**
 * Reads the bundle that a learned part will be written into, without that part: the one that it replaces may be of another version.
 * @throws Failure if the folder holds no bundle, or the part's file can't be written or is among the inputs.
 */
export async function prepareLearned(folder: string, part: Part, inputs: readonly string[]): Promise<Bundle> {
  const read = readFrom(folder)
  const bundle = await readBundle(async (name, most) => {
    const bytes = await read(name, most)
    return name === ENCODER_BUNDLE.manifest ? withoutPart(bytes, part) : bytes
  }).catch(refuse)
  await prepareFiles([join(folder, LEARNED_FILES[part])], { inputs })
  return bundle
}

/** Returns a manifest without one of its learned parts; bytes that are no JSON object unchanged. */
function withoutPart(manifest: Uint8Array<ArrayBuffer>, part: Part): Uint8Array<ArrayBuffer> {
  try {
    const { learned, ...members } = JSON.parse(new TextDecoder().decode(manifest)) as { learned?: object }
    const others = Object.entries(learned ?? {}).filter(([name]) => name !== part)
    return new TextEncoder().encode(JSON.stringify({ ...members, learned: Object.fromEntries(others) }))
  } catch {
    return manifest
  }
}

/**
 * Writes a learned part into a bundle: its file, and the member of the manifest that names it. Everything else stays
 * the same, byte for byte.
 * @throws Failure if `static` no longer has the fingerprint that the part was learned with.
 */
export async function writeLearned(
  folder: string,
  part: Part,
  bytes: Uint8Array<ArrayBuffer>,
  fingerprint?: string
): Promise<void> {
  const { manifest } = ENCODER_BUNDLE
  const file = LEARNED_FILES[part]
  const entry = { file, sha256: createHash('sha256').update(bytes).digest('hex') }
  const { learned, ...members } = JSON.parse(await readFile(join(folder, manifest), 'utf8')) as Record<string, object>
  const named = { ...learned, [part]: entry } as Record<string, object>
  const inOrder = Object.fromEntries(PARTS.flatMap((name) => (name in named ? [[name, named[name]]] : [])))
  // After the networks, as in `packBundle`.
  const all = Object.entries(members).flatMap(([name, member]) =>
    name === 'networks'
      ? [
          [name, member],
          ['learned', inOrder]
        ]
      : [[name, member]]
  )
  const text = `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`
  const files = new Map([
    [file, bytes],
    [manifest, new TextEncoder().encode(text)]
  ])
  const read = readFrom(folder)
  const written = await readBundle((name, most) => {
    const own = files.get(name)
    return own === undefined ? read(name, most) : Promise.resolve(own)
  }).catch(refuse)
  if (fingerprint !== undefined && written.fingerprints.static !== fingerprint) {
    throw new Failure(`${folder}: static was trained again while ${file} was learned from it; learn that again`)
  }
  await replaceFiles(folder, files, manifest)
}

/** Returns the learned parts of a bundle that remain valid after one of its networks was trained again. */
export function learnedAfter(network: string, { learnedFiles }: Pick<Bundle, 'learnedFiles'>): LearnedFiles {
  const { headings } = learnedFiles
  // All parts except the headings depend on the rows of one training of `static`.
  return network === 'static' ? { ...(headings && { headings }) } : learnedFiles
}

/** Lists the learned parts that a bundle lacks, each with the command that makes it; empty if it has all. */
export function missingPartsText(folder: string, { learned }: Pick<Bundle, 'learned'>): string {
  const lines = PARTS.filter((part) => learned[part] === undefined).map(
    (part) => `  ${LEARNED_FILES[part]}: leitmotif-train ${COMMANDS[part]} CORPUS… --model ${shellWord(folder)}\n`
  )
  return lines.length === 0
    ? ''
    : `${folder} lacks these learned parts; each line has the command that makes it:\n${lines.join('')}`
}

function refuse(error: unknown): never {
  throw error instanceof BundleError ? new Failure(error.message) : error
}
