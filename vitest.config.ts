import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (name: string): string => fileURLToPath(new URL(`packages/${name}/src/index.ts`, import.meta.url))

/** What is looked at again and again until it holds: less than the time of a unit test, so that it fails by what it saw. */
const polled = { poll: { timeout: 50_000 } }

const TRAINER = 'packages/trainer/src/**/*.test.ts'

/** Tests beside the sources. */
const unit = {
  // All processors, where vitest leaves one free: of two that is half.
  maxWorkers: '100%',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: polled
}

const resolve = {
  alias: {
    '@leitmotif/testing': source('testing'),
    '@leitmotif/encoder': source('encoder'),
    '@leitmotif/command/counted': fileURLToPath(new URL('packages/command/src/run/counted.ts', import.meta.url)),
    '@leitmotif/command': source('command'),
    '@leitmotif/plot': source('plot'),
    '@leitmotif/trainer': source('trainer'),
    '@leitmotif/indexer': source('indexer')
  }
}

/**
 * Unit tests run on the sources; workers, command lines and `test/` run on what `tsc -b` built. The times end what hangs, and
 * leave room for slow machines: what is to be fast is held to processor time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          ...unit,
          name: 'unit',
          include: ['packages/*/{src,web}/**/*.test.ts'],
          exclude: [TRAINER],
          // They leave one another alone, so they share a process: its imports are half the time.
          isolate: false,
          restoreMocks: true
        }
      },
      // The build of TensorFlow.js that a process loads first is the one that it keeps.
      { resolve, test: { ...unit, name: 'unit-trainer', include: [TRAINER] } },
      {
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/elasticsearch-folder.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: polled,
          // Mostly they wait: for servers, a browser, an editor.
          maxWorkers: 2
        }
      }
    ]
  }
})
