import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const script = fileURLToPath(new URL('../scripts/elasticsearch.mjs', import.meta.url))

interface Server {
  /** Address of a real Elasticsearch; '' if this machine cannot run one. */
  readonly url: string
  /** Reason why tests are skipped; undefined if there is a server. */
  readonly missing: string | undefined
}

/** Starts the server of a folder unless it runs. @throws Error if it does not start although it could. */
export function startServer(folder: string, ...flags: string[]): Server {
  const { companion } = inject('elasticsearch')
  const args = [script, 'start', folder, '--heap', '512m', '--brief', '--while', String(companion), ...flags]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status === 2) return { url: '', missing: stderr.trim() }
  if (status !== 0) throw new Error(stderr)
  return { url: stdout.trim(), missing: undefined }
}

function findServer(): Server {
  const { ELASTICSEARCH_URL: named = '', LEITMOTIF_NO_ELASTICSEARCH: absent = '' } = process.env
  if (named !== '') return { url: named, missing: undefined }
  // `npm test` has checked this before.
  if (absent !== '') return { url: '', missing: absent }
  return startServer(inject('elasticsearch').folder)
}

/**
 * The Elasticsearch that all test files share: that of ELASTICSEARCH_URL, else one that starts on the first request. Use it by
 * `describe.skipIf(server.missing)(`… ${note}`, …)`, and give collections random names.
 */
export const server = findServer()

/** Suffix for titles of tests that are skipped without a server. */
export const note = server.missing === undefined ? '' : ` (no Elasticsearch: ${server.missing})`

/** Removes all collections whose names begin with `prefix` from the server, which others may use. */
export async function removeCollections(prefix: string): Promise<void> {
  if (server.missing !== undefined) return
  const of = `${server.url}/leitmotif-${prefix}*?expand_wildcards=all`
  const found = (await (await fetch(of)).json()) as Readonly<Record<string, unknown>>
  for (const index of Object.keys(found)) await fetch(`${server.url}/${index}`, { method: 'DELETE' })
}
