// Fetches a real VS Code for tests: the server and workbench of npm's code-server, with a Node for it, into .setup (300 MB, once).
// `npm test` does this itself; `node scripts/vscode.mjs` prints the folder.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onceADay, root } from './setup.mjs'

const CODE_SERVER = '4.139.1'
/** code-server requires a newer Node than the project's. */
const NODE = '24.21.0'
const home = join(root, '.setup', `vscode-${CODE_SERVER}`)

/** Packages that tests of an extension never use: Copilot's runtime, sandboxes, terminals. */
const UNUSED = [
  'node_modules/@github',
  'node_modules/@microsoft/mxc-sdk',
  'node_modules/@devcontainers',
  'extensions/copilot'
]

/** The only built-in extensions; with few, the extension host starts faster and logs less. */
const BUILTIN = ['theme-defaults', 'theme-seti', 'markdown-basics', 'latex', 'restructuredtext']

/** Paths of its parts. */
export const vscode = {
  node: join(home, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'),
  server: join(home, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  builtin: join(home, 'builtin')
}

/** Fetches VS Code unless it is there. Returns the reason if that is impossible, else undefined. */
export function provideVscode({ again }) {
  try {
    if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
      throw new Error(`this is ${process.platform} on ${process.arch}; expected Linux on x64 or arm64`)
    }
    if (!existsSync(home)) onceADay('vscode', again, fetchVscode)
    return undefined
  } catch (error) {
    return error.message
  }
}

function fetchVscode() {
  process.stderr.write(`fetching VS Code (code-server ${CODE_SERVER}) from the npm registry (once)\n`)
  const partial = `${home}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  try {
    writeFileSync(join(partial, 'package.json'), '{"private":true}')
    const packages = [`node-linux-${process.arch}@${NODE}`, `code-server@${CODE_SERVER}`]
    install(partial, '--no-save', ...packages)
    const inner = join(partial, 'node_modules', 'code-server', 'lib', 'vscode')
    // Does what code-server's install script would do, except for native modules, which nothing here needs.
    install(inner, '--omit=dev')
    mkdirSync(join(partial, 'builtin'))
    for (const name of BUILTIN) {
      const from = join(inner, 'extensions', name)
      if (existsSync(from)) cpSync(from, join(partial, 'builtin', name), { recursive: true })
    }
    for (const name of UNUSED) rmSync(join(inner, name), { recursive: true, force: true })
    if (!existsSync(home)) renameSync(partial, home)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function install(cwd, ...args) {
  const all = ['install', '--no-fund', '--no-audit', '--ignore-scripts', '--loglevel=error', ...args]
  const { error, status, stderr } = spawnSync('npm', all, { cwd, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`npm can't install VS Code: ${stderr.trim().split('\n').slice(-3).join(' ')}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = provideVscode({ again: true })
  if (missing !== undefined) {
    process.stderr.write(`VS Code: ${missing}\n`)
    process.exit(2)
  }
  process.stdout.write(`${home}\n`)
}
