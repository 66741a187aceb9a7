// `npm run release`: builds what a release consists of into release/: a tarball of each package, the extension, a list of all components
// (CycloneDX), notes from CHANGELOG.md and checksums. A commit gives the same bytes whenever it is released.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestOf, pack, publishedFolders } from './pack.mjs'
import { npmCommand, ownEnvironment, ownNode, root, setUp } from './setup.mjs'

const to = join(root, 'release')

/** Runs a command of the project and returns what it prints. @throws Error if it fails. */
function outputOf(command, args, env = {}) {
  const run = spawnSync(command, args, {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] },
    env: { ...ownEnvironment, ...env }
  })
  if (run.error) throw run.error
  if (run.status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed, for the reason above`)
  return run.stdout
}

/** Returns the version. @throws Error unless all packages have it. */
function sharedVersion() {
  const { version } = manifestOf(root)
  for (const folder of [...publishedFolders(), join(root, 'packages', 'vscode-ext')]) {
    const own = manifestOf(folder)
    const needed = Object.entries({ ...own.dependencies, ...own.optionalDependencies, ...own.peerDependencies })
    const others = needed.flatMap(([name, wanted]) => (name.startsWith('@leitmotif/') ? [wanted] : []))
    const wrong = [own.version, ...others].find((one) => one !== version)
    if (wrong !== undefined)
      throw new Error(`${folder}/package.json names ${wrong}; expected ${version}, as the root does`)
  }
  return version
}

/** Returns the section of CHANGELOG.md about a version. @throws Error if there is none. */
function notesOf(changelog, version) {
  const section = changelog
    .split(/^## /m)
    .find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`))
  if (section === undefined)
    throw new Error(`CHANGELOG.md has no section ${version}; write one, as \`## ${version} (date)\``)
  return `# Leitmotif ${section.trim()}\n`
}

/** Returns the components of all that is installed with the packages, by package-lock.json, without what npm makes differ between runs and folders. */
function components(seconds) {
  const bill = JSON.parse(
    outputOf(
      ...npmCommand('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit=dev', '--loglevel=error')
    )
  )
  bill.metadata.timestamp = new Date(1000 * seconds).toISOString()
  bill.metadata.component.name = 'leitmotif'
  delete bill.serialNumber
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash)
  return `${JSON.stringify({ serialNumber: `urn:uuid:${a}-${b}-4${c}-8${d}-${e}`, ...bill }, null, 2)}\n`
}

function release() {
  // Files of sources that are gone would be packed, too.
  for (const name of readdirSync(join(root, 'packages')))
    rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true })
  setUp()
  const version = sharedVersion()
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? outputOf('git', ['log', '-1', '--format=%ct']))
  rmSync(to, { recursive: true, force: true })
  pack(to)

  const stage = mkdtempSync(join(tmpdir(), 'leitmotif-release-'))
  try {
    const bundle = [join(root, 'packages', 'vscode-ext', 'bundle.mjs'), '--pack', '--to', stage]
    outputOf(ownNode(), bundle, { SOURCE_DATE_EPOCH: `${seconds}`, TZ: 'UTC' })
    cpSync(join(stage, 'leitmotif.vsix'), join(to, `leitmotif-${version}.vsix`))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }

  writeFileSync(join(to, 'sbom.cdx.json'), components(seconds))
  writeFileSync(join(to, 'NOTES.md'), notes)
  const names = readdirSync(to).sort()
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(to, name)))
        .digest('hex')}  ${name}\n`
  )
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
  process.stdout.write(sums.join(''))
}

try {
  release()
} catch (error) {
  process.stderr.write(`release: ${error.message}\n`)
  process.exit(2)
}
