import { describe, expect, it } from 'vitest'
import { dismissals } from './dismissals.js'

describe('Dismissed suggestions', () => {
  const memory = (start?: unknown): Parameters<typeof dismissals>[0] => {
    const kept = new Map<string, unknown>([['leitmotif.dismissed', start]])
    return {
      get: (key: string) => kept.get(key) as never,
      update: (key: string, value: unknown) => {
        kept.set(key, value)
        return Promise.resolve()
      }
    }
  }

  it('are kept once each, the newest 2,000', async () => {
    const kept = dismissals(memory(Array.from({ length: 2000 }, (_, i) => `id ${i}`)))
    await kept.add('id 1')
    await kept.add('new')
    expect(kept.ids()).toHaveLength(2000)
    expect(kept.ids().slice(-2)).toEqual(['id 1', 'new'])
    expect(kept.ids()[0]).toBe('id 2')
    await kept.clear()
    expect(kept.ids()).toEqual([])
  })

  it('are none where what was kept is something else', () => {
    expect(dismissals(memory('x')).ids()).toEqual([])
    expect(dismissals(memory(['a', 3, null])).ids()).toEqual(['a'])
  })
})
