import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const samples = join(root, 'samples')
export const shippedEncoder = join(root, 'models', 'leitmotif-en')

export interface Ran {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

export type Tool = 'leitmotif' | 'leitmotif-train'

/** Returns the path of the script that npm links as a command. It keeps compiled code, so that later runs start faster. */
export function commandFile(tool: Tool): string {
  return join(root, 'packages', tool === 'leitmotif' ? 'indexer' : 'trainer', 'bin', `${tool}.cjs`)
}

/** Runs a built command line as a user would and returns its output. */
export function run(tool: Tool, ...args: string[]): Ran {
  return runWith('', tool, ...args)
}

/** Runs a command with a text on its standard input. */
export function runWith(input: string | Uint8Array, tool: Tool, ...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandFile(tool), ...args], {
    input,
    encoding: 'utf8',
    timeout: 100_000
  })
  return { status, out: stdout, err: stderr }
}

/** Creates a folder for one test file and deletes it after its tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-'))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
