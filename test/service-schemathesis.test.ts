import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder } from './command-line.js'
import { serve } from './running-service.js'
import { findSchemathesis } from './schemathesis.js'

const { program, missing } = findSchemathesis()
const note = missing === undefined ? '' : ` (no Schemathesis: ${missing})`

/** No fault of the service, no answer that its description does not have, nothing taken that it says is refused. */
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

describe.skipIf(missing)(`Requests made up from the description of the service${note}`, () => {
  it('are answered as it says, or refused as it says', { timeout: 400_000 }, async () => {
    const shelf = join(temporaryFolder(), 'shelf')
    const texts = ['bread', 'chess', 'rivers-and-floods'].map((name) => join(samples, `${name}.md`))
    expect(run('leitmotif', 'index', ...texts, '--to', shelf).status).toBe(0)
    expect(run('leitmotif', 'themes', 'build', '--in', shelf, '--count', '4').status).toBe(0)
    const { url, log } = await serve(shelf, '--rate', '0')
    const args = [
      'run',
      `${url}/api/openapi.json`,
      '--checks',
      CHECKS.join(','),
      '--phases',
      'examples,coverage,fuzzing'
    ]
    const limits = ['--max-examples', '15', '--seed', '1', '--max-time', '90', '--no-shrink', '--no-color']
    const { found, said } = await new Promise<{ found: boolean; said: string }>((resolve) => {
      execFile(program, [...args, ...limits], { maxBuffer: 2 ** 26 }, (error, stdout) => {
        resolve({ found: error !== null, said: stdout })
      })
    })
    expect(found, said).toBe(false)
    expect(said).toMatch(/Tested: \d\d/)
    expect(log()).not.toContain('"level":50')
  })
})
