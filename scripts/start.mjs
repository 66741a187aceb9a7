// `npm start [-- PATH…]`: indexes the sample articles or the given files, and shows their themes and a search.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { basename, join, relative, resolve } from 'node:path'
import { ownEnvironment, ownNode, root, runHere, setUp } from './setup.mjs'

const own = process.argv.slice(2)
if (own.some((arg) => arg.startsWith('-'))) {
  process.stderr.write('usage: npm start [-- PATH…]   files and folders to index; left out: the sample articles\n')
  process.exit(own.includes('--help') ? 0 : 2)
}
setUp({ forStart: true })

const from = process.env.INIT_CWD ?? process.cwd()
const paths = own.length > 0 ? own.map((path) => resolve(from, path)) : [join(root, 'samples')]
const hash = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 8)
const name = own.length > 0 ? `${basename(paths[0]).replace(/[^\w.-]/g, '-')}-${hash}` : 'samples'
const store = join(root, '.leitmotif', name)
const shown = (path) => relative(from, path) || '.'
const cli = join(root, 'packages', 'indexer', 'bin', 'leitmotif.cjs')

/** Prints a command as a user would type it and runs it. Exits with its status if it could not run. */
function show(...args) {
  const written = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)).join(' ')
  process.stdout.write(`\n$ npx leitmotif ${written}\n`)
  const status = runHere(ownNode(), [cli, ...args], { cwd: from })
  if (status > 1) process.exit(status)
}

/** Returns the label of the largest theme, as a query for the user's own files. */
function largestTheme() {
  const list = spawnSync(ownNode(), [cli, 'themes', 'list', '--json', '--in', store], {
    env: ownEnvironment,
    encoding: 'utf8'
  })
  return JSON.parse(list.stdout).themes[0].label
}

show('index', ...paths.map(shown), '--to', shown(store))
show('themes', 'build', '--in', shown(store))
show('search', own.length > 0 ? largestTheme() : 'what things cost, and who pays', '--in', shown(store))
process.stdout.write(
  `\nNext: npx leitmotif search "your own words" --in ${shown(store)}\n` +
    `      npx leitmotif serve --in ${shown(store)}    (a page to explore it)\n`
)
