import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const script = fileURLToPath(new URL('../scripts/elasticsearch.mjs', import.meta.url))

interface Server {
  /** The address of a real Elasticsearch; '' where there can be none. */
  readonly url: string
  /** Why there is none, to be said where tests are skipped; undefined where there is one. */
  readonly missing: string | undefined
}

/** Starts the server of a folder, or finds it running. @throws Error where it should start and does not. */
export function startServer(folder: string, ...flags: string[]): Server {
  const { companion } = inject('elasticsearch')
  const args = [script, 'start', folder, '--while', String(companion), ...flags]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status === 2) return { url: '', missing: stderr.trim() }
  if (status !== 0) throw new Error(stderr)
  return { url: stdout.trim(), missing: undefined }
}

function findServer(): Server {
  const { ELASTICSEARCH_URL: named = '', LEITMOTIF_NO_ELASTICSEARCH: absent = '' } = process.env
  if (named !== '') return { url: named, missing: undefined }
  // `npm test` has looked already.
  if (absent !== '') return { url: '', missing: absent }
  return startServer(inject('elasticsearch').folder, '--heap', '512m')
}

/**
 * The Elasticsearch that all test files share: the one that ELASTICSEARCH_URL names, else one that is started when the first
 * of them asks for it. Tests of it: `describe.skipIf(server.missing)(`… ${note}`, …)`. They name what they make by chance.
 */
export const server = findServer()

/** For the titles of tests that are skipped without it. */
export const note = server.missing === undefined ? '' : ` (no Elasticsearch: ${server.missing})`

/** Removes all collections whose names begin with `prefix` from the server, which others may use. */
export async function removeCollections(prefix: string): Promise<void> {
  if (server.missing !== undefined) return
  const of = `${server.url}/leitmotif-${prefix}*?expand_wildcards=all`
  const found = (await (await fetch(of)).json()) as Readonly<Record<string, unknown>>
  for (const index of Object.keys(found)) await fetch(`${server.url}/${index}`, { method: 'DELETE' })
}
