// `npm start [-- PATH…]`: indexes the sample collection, or the user's own files, and shows its themes and a search.
import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'
import { root, runHere, setUp } from './setup.mjs'

setUp()

const from = process.env.INIT_CWD ?? process.cwd()
const own = process.argv.slice(2)
const paths = own.length > 0 ? own.map((path) => resolve(from, path)) : [join(root, 'samples')]
const name = own.length > 0 ? createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 8) : 'samples'
const store = join(root, '.leitmotif', name)
const shown = (path) => relative(from, path) || '.'
const cli = join(root, 'packages', 'indexer', 'dist', 'cli.js')

const commands = [
  ['index', ...paths.map(shown), '--to', shown(store)],
  ['themes', 'build', '--in', shown(store)],
  ['search', 'how cold weather and the seasons change the work', '--in', shown(store)]
]
if (own.length > 0) commands[2] = ['search', '--like-theme', '1', '--in', shown(store)]

for (const args of commands) {
  const written = args.map((arg) => (/[^\w./-]/.test(arg) ? `"${arg}"` : arg)).join(' ')
  process.stdout.write(`\n$ npx leitmotif ${written}\n`)
  const status = runHere('node', [cli, ...args], { cwd: from })
  if (status > 1) process.exit(status)
}
process.stdout.write(`\nNext: npx leitmotif search "your own words" --in ${shown(store)}    npx leitmotif --help\n`)
