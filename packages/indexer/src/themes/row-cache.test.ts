import { keepRows } from './row-cache.js'
import type { ThemeRows } from './row-cache.js'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createRandom } from '@leitmotif/encoder/vectors'

function slice(first: number, count: number, dims: number): ThemeRows {
  return {
    ids: Array.from({ length: count }, (_, i) => `näher/${first + i}\n"#`),
    rows: { count, dims, data: Float32Array.from({ length: count * dims }, (_, at) => Math.fround(first + at / 7)) },
    aside: Array.from({ length: count }, (_, i) => i).filter((i) => i % 3 === 1)
  }
}

describe('Rows kept while themes are built', () => {
  it('come back as they were, as often as they are read, and leave no file', async () => {
    const files = (): string[] => readdirSync(tmpdir()).filter((name) => /^leitmotif-[0-9a-f]{8}-/.test(name))
    const before = files()
    const given = [slice(0, 3, 5), slice(3, 0, 5), slice(3, 40, 5), slice(43, 1, 5)]
    const kept = await keepRows()
    try {
      for (const some of given) await kept.add(some)
      expect(files()).toEqual(before)
      for (let time = 0; time < 2; time++) {
        const read: ThemeRows[] = []
        for await (const { rows, ...rest } of kept.slices())
          read.push({ ...rest, rows: { ...rows, data: rows.data.slice() } })
        expect(read).toEqual(given)
      }
    } finally {
      await kept.close()
    }
  })

  it('are drawn in an order by chance, each once, until there are enough', async () => {
    const kept = await keepRows()
    try {
      for (const some of [slice(0, 700, 1), slice(700, 10, 1)]) await kept.add(some)
      const draw = async (most: number, seed: number): Promise<number[]> => {
        const drawn: number[] = []
        for await (const { data } of kept.draw(most, createRandom(seed))) drawn.push(...data)
        return drawn
      }
      const [all, again, other] = [await draw(1_000, 1), await draw(1_000, 1), await draw(1_000, 2)]
      const given = [...slice(0, 700, 1).rows.data, ...slice(700, 10, 1).rows.data]
      expect(all).not.toEqual(given)
      expect([...all].sort((a, b) => a - b)).toEqual(given.sort((a, b) => a - b))
      expect(again).toEqual(all)
      expect(other).not.toEqual(all)
      expect(await draw(300, 1)).toEqual(all.slice(0, (await draw(300, 1)).length))
      expect((await draw(300, 1)).length).toBeLessThan(600)
    } finally {
      await kept.close()
    }
  })
})
