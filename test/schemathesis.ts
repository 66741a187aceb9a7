import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command-line.js'

/** The version that these tests were checked with; another may find other faults. */
const VERSION = '4.32.5'

const folder = join(root, '.setup', `schemathesis-${VERSION}`)
const program = join(folder, 'bin', 'schemathesis')

/** Installs Schemathesis into a virtual environment below .setup on first use, and returns its path. */
export function findSchemathesis(): { readonly program: string; readonly missing: string | undefined } {
  if (existsSync(program)) return { program, missing: undefined }
  const run = (command: string, ...args: string[]): string | undefined => {
    const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 300_000 })
    if (error === undefined && status === 0) return undefined
    return `${command}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`
  }
  const pip = join(folder, 'bin', 'pip')
  const missing =
    run('python3', '-m', 'venv', folder) ??
    run(pip, 'install', '--quiet', '--retries', '1', '--disable-pip-version-check', `schemathesis==${VERSION}`)
  if (missing !== undefined) rmSync(folder, { recursive: true, force: true })
  return { program, missing }
}
