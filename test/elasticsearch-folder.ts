import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the Elasticsearch of a run lies, once a test has asked for it; and the process that it ends with. */
    readonly elasticsearch: { readonly folder: string; readonly companion: number }
  }
}

/** One folder for the Elasticsearch of all test files; whatever runs in it is stopped when they are through. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'leitmotif-elasticsearch-'))
  provide('elasticsearch', { folder, companion: process.pid })
  return async () => {
    const script = fileURLToPath(new URL('../scripts/elasticsearch.mjs', import.meta.url))
    spawnSync(process.execPath, [script, 'stop', folder])
    await rm(folder, { recursive: true })
  }
}
