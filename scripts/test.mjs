// `npm test`: set-up, native TensorFlow, Elasticsearch and VS Code included, then every test; the last line is `N passed, N failed, N skipped`.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { provideElasticsearch } from './elasticsearch.mjs'
import { provideNative } from './native-backend.mjs'
import { provideVscode } from './vscode.mjs'
import { ownEnvironment, root, runHere, setUp } from './setup.mjs'

setUp()
const missing = provideNative({ again: false })
if (missing !== undefined) process.stderr.write(`native TensorFlow: not here, its test is skipped: ${missing}\n`)
const absent = process.env.ELASTICSEARCH_URL ? undefined : provideElasticsearch({ again: false })
if (absent !== undefined) process.stderr.write(`Elasticsearch: not here, its tests are skipped: ${absent}\n`)
const noEditor = provideVscode({ again: false })
if (noEditor !== undefined) process.stderr.write(`VS Code: not here, its tests are skipped: ${noEditor}\n`)

const report = join(root, 'node_modules', '.leitmotif-tests.json')
rmSync(report, { force: true })
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)]
const env = { ...ownEnvironment, LEITMOTIF_NO_NATIVE: missing ?? '', LEITMOTIF_NO_ELASTICSEARCH: absent ?? '' }
const status = runHere('vitest', args, { env })
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
  readFileSync(report, 'utf8')
)
// A file that fails before its tests are known (a syntax error, say) counts as a failure of its own.
const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
process.stdout.write(
  `${numPassedTests} passed, ${numFailedTests + brokenFiles} failed, ${numPendingTests + numTodoTests} skipped\n`
)
process.exit(status)
