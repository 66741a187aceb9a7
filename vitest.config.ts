import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (name: string, file = 'index'): string =>
  fileURLToPath(new URL(`packages/${name}/src/${file}.ts`, import.meta.url))

/** What is looked at again and again until it holds: less than the time of a unit test, so that it fails by what it saw. */
const polled = { poll: { timeout: 50_000 } }

/** Tests that load TensorFlow.js, or may. */
const TRAINING = [
  'packages/trainer/src/**/*.test.ts',
  'packages/{events,pairs}/src/{cli,corpora,evaluation,report,training}/**/*.test.ts'
]

/** Of these, those that load the build without native code. A process keeps the build that it loads first. */
const PLAIN_BUILD = [
  'packages/trainer/src/backend/*.test.ts',
  'packages/trainer/src/suggestions/sentence-metric.test.ts',
  'packages/trainer/src/train/network-training.test.ts'
]

/** Tests beside the sources. */
const unit = {
  // All processors, where vitest leaves one free: of two that is half.
  maxWorkers: '100%',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: polled
}

/** Tests that leave one another alone share a process: its imports are half the time. */
const together = { isolate: false, restoreMocks: true }

const PACKAGES = ['testing', 'encoder', 'command', 'plot', 'trainer', 'events', 'pairs', 'indexer']

/** The source file behind each subpath of the packages' `exports`. */
const SUBPATHS = {
  'encoder/draft': source('encoder', 'draft/index'),
  'encoder/stages': source('encoder', 'stages'),
  'encoder/training': source('encoder', 'training'),
  'encoder/vectors': source('encoder', 'vectors/index'),
  'trainer/training': source('trainer', 'training'),
  'pairs/training': source('pairs', 'training'),
  'command/counted': source('command', 'run/counted'),
  'plot/selected': source('plot', 'selected'),
  'indexer/benchmarks': source('indexer', 'benchmarks')
}

const resolve = {
  alias: [
    ...Object.entries(SUBPATHS).map(([path, replacement]) => ({ find: `@leitmotif/${path}`, replacement })),
    // Anchored, that no package swallows its own subpaths.
    ...PACKAGES.map((name) => ({ find: new RegExp(`^@leitmotif/${name}$`), replacement: source(name) }))
  ]
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
          exclude: TRAINING,
          ...together
        }
      },
      { resolve, test: { ...unit, name: 'unit-trainer', include: TRAINING, exclude: PLAIN_BUILD, ...together } },
      { resolve, test: { ...unit, name: 'unit-plain-build', include: PLAIN_BUILD } },
      {
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/elasticsearch-folder.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: polled,
          // A server, a browser or an editor works beside each.
          maxWorkers: Math.min(6, Math.max(2, Math.floor(availableParallelism() / 2)))
        }
      }
    ]
  }
})
