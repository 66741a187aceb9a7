// `npm run soak`: kills, damaged files, altered bundles and hostile requests, ten times as many and more as `npm test` has, for about
// an hour. LEITMOTIF_SOAK=0.1 takes a tenth of them. Each test prints how many there were.
import { ownEnvironment, runHere, setUp } from './setup.mjs'

setUp()
const args = [
  'run',
  '--project',
  'whole',
  '--testTimeout',
  '3600000',
  'test/soak.test.ts',
  'test/kill.test.ts',
  ...process.argv.slice(2)
]
process.exit(runHere('vitest', args, { env: { ...ownEnvironment, LEITMOTIF_SOAK: process.env.LEITMOTIF_SOAK ?? '1' } }))
