import { expect, it, vi } from 'vitest'
import { createDamageLog } from './damage-log.js'

it('Damaged parts are named up to a number, and counted beyond it', () => {
  const said: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(said.push(String(text))))
  try {
    const sound = createDamageLog()
    expect(sound.end()).toBe(0)
    expect(said).toEqual([])

    const log = createDamageLog()
    for (let line = 1; line <= 23; line++) log.onDamage(`line ${line}: no article`)
    expect(log.end()).toBe(23)
    expect(said).toHaveLength(21)
    expect(said[19]).toBe('line 20: no article\n')
    expect(said[20]).toBe('and 3 more damaged parts, skipped\n')
  } finally {
    spy.mockRestore()
  }
})
