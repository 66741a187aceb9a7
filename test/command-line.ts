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

/** Runs a built command line as a user would, and gives what it printed. */
export function run(tool: 'leitmotif' | 'leitmotif-train', ...args: string[]): Ran {
  const cli = join(root, 'packages', tool === 'leitmotif' ? 'indexer' : 'trainer', 'dist', 'cli', 'cli.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', timeout: 100_000 })
  return { status, out: stdout, err: stderr }
}

/** A folder for one test file, gone when its tests are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-'))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
