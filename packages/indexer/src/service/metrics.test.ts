import { expect, it } from 'vitest'
import type { ThemeStore } from '../store/store.js'
import { createMetrics } from './metrics.js'
import { SharedCollection } from './shared-collection.js'

it('Metrics of a collection that is away tell of the service all the same', async () => {
  let away = false
  const store = { describe: () => Promise.resolve({ documents: 2, sentences: 9 }) } as ThemeStore
  const version = (): Promise<string> => (away ? Promise.reject(new Error('away')) : Promise.resolve('1'))
  const { registry } = createMetrics(new SharedCollection({ open: () => Promise.resolve(store), version }))
  expect(await registry.metrics()).toContain('leitmotif_collection_size{of="sentences"} 9')
  away = true
  const metrics = await registry.metrics()
  expect(metrics).toContain('process_cpu_seconds_total')
  expect(metrics).not.toContain('leitmotif_collection_size{')
})
