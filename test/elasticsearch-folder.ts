import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the Elasticsearch of a run, created on the first request, and the process whose end stops it. */
    readonly elasticsearch: { readonly folder: string; readonly companion: number }
  }
}

/** Creates one folder for the Elasticsearch of all test files, and stops the server after them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'leitmotif-elasticsearch-'))
  provide('elasticsearch', { folder, companion: process.pid })
  return async () => {
    const script = fileURLToPath(new URL('../scripts/elasticsearch.mjs', import.meta.url))
    spawnSync(process.execPath, [script, 'stop', folder])
    await rm(folder, { recursive: true })
  }
}
