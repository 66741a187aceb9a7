import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder } from './command-line.js'
import { note as noServer, removeCollections, server } from './elasticsearch.js'
import { serve } from './running-service.js'
import { findSchemathesis } from './schemathesis.js'

const { program, missing } = findSchemathesis()
const note = missing === undefined ? '' : ` (no Schemathesis: ${missing})`

/** Checks: no server error, no undocumented answer, no accepted request that the description forbids. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'allow_header_conformance'
]

/** Statuses of refused requests: those that Schemathesis expects, and that of a body that is too large. */
const REFUSED = '[400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]'

// In parallel: they mostly wait.
describe.skipIf(missing)(`Requests made up from the description of the service${note}`, { concurrent: true }, () => {
  const name = `schemathesis-${process.pid}`
  afterAll(() => removeCollections(name))

  it('are answered or refused as described', { timeout: 400_000 }, () => ask(join(temporaryFolder(), 'shelf')))

  it.skipIf(server.missing)(`are answered so over Elasticsearch, too${noServer}`, { timeout: 400_000 }, () =>
    ask(server.url, '--collection', name)
  )

  async function ask(...place: [string, ...string[]]): Promise<void> {
    const texts = ['bread', 'chess', 'rivers-and-floods'].map((text) => join(samples, `${text}.md`))
    expect(run('leitmotif', 'index', ...texts, '--fast', '--to', ...place).status).toBe(0)
    expect(run('leitmotif', 'themes', 'build', '--in', ...place, '--count', '4').status).toBe(0)
    const { url, log } = await serve(...place, '--rate', '0')
    const config = join(temporaryFolder(), 'schemathesis.toml')
    writeFileSync(config, `[checks.negative_data_rejection]\nexpected-statuses = ${REFUSED}\n`)
    const args = [
      '--config-file',
      config,
      'run',
      `${url}/api/openapi.json`,
      '--checks',
      CHECKS.join(','),
      '--phases',
      'examples,coverage,fuzzing'
    ]
    const limits = ['--max-examples', '15', '--seed', '1', '--max-time', '60', '--no-shrink', '--no-color']
    const { found, said } = await new Promise<{ found: boolean; said: string }>((resolve) => {
      execFile(program, [...args, ...limits], { maxBuffer: 2 ** 26 }, (error, stdout) => {
        resolve({ found: error !== null, said: stdout })
      })
    })
    expect(found, said).toBe(false)
    expect(said).toMatch(/Tested: \d\d/)
    expect(log()).not.toContain('"level":50')
  }
})
