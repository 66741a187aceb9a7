import { describe, expect, it } from 'vitest'
import { bar, sparkline } from './text-table.js'
import { textTable } from './text-table.js'

describe('A table on a terminal', () => {
  it('keeps columns in line, numbers to the right, and cuts the one that may be cut', () => {
    const long = 'a label that is far longer than any terminal is wide, '.repeat(3)
    const lines = textTable(
      [{ title: 'theme', cut: true }, { title: 'share', right: true }, { title: '' }],
      [
        ['tea', '1.5 %', '█'],
        [long, '31 %', '']
      ]
    )
    expect(lines[0]).toMatch(/^theme +share$/)
    expect(lines[1]).toMatch(/^tea +1\.5 % {2}█$/)
    expect(lines[2]).toMatch(/^a label .*… +31 %$/)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(lines[2].indexOf('31 %') + 4).toBe(lines[1].indexOf('1.5 %') + 5)
    expect(textTable([{ title: 'theme' }], [])).toEqual([])

    const [, pair] = textTable(
      [
        { title: 'theme', cut: true },
        { title: 'with', cut: true }
      ],
      [[long, long.slice(0, 70)]]
    )
    expect(pair.length).toBeLessThanOrEqual(100)
    expect(pair.split('…').map((part) => part.trim().length > 30)).toEqual([true, true, false])
  })
})

describe('Bars', () => {
  it('are as long as their share, to an eighth of a column', () => {
    expect(bar(0, 4)).toBe('    ')
    expect(bar(0.5, 4)).toBe('██  ')
    expect(bar(1, 4)).toBe('████')
    expect(bar(7, 4)).toBe('████')
    expect(bar(1 / 32, 4)).toBe('▏   ')
  })

  it('beside one another show the greatest in full height, and gaps as gaps', () => {
    expect(sparkline([0, 1, 2, undefined, 4])).toBe('▁▂▄ █')
    expect(sparkline([0, 0])).toBe('▁▁')
    expect(sparkline([])).toBe('')
  })
})
