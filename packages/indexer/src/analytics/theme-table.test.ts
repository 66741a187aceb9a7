import { describe, expect, it } from 'vitest'
import type { ThemeList } from '../themes/list.js'
import { createThemeTally, storedThemes, THEME_LEVELS, themeRows } from './theme-table.js'

const node = (id: string, path: string[], sentences: number, more: object = {}): object => ({
  ...{ id, label: `on ${id}`, path, sentences, hidden: false, merged: [] },
  ...(path.length > 1 ? { parent: path[path.length - 2] } : {}),
  ...more
})
/** A group of two themes, one of which swallowed a third; a theme by itself, and a hidden one. */
const list = {
  groups: [node('g', ['g'], 70, { children: ['a', 'b'] })],
  themes: [
    node('alone', ['alone'], 80),
    node('a', ['g', 'a'], 50, { merged: ['old'] }),
    node('b', ['g', 'b'], 20),
    node('noise', ['noise'], 5, { hidden: true })
  ]
} as unknown as ThemeList

describe('A table of themes', () => {
  it('has the themes, the top, or the tree, the larger first, and no hidden one', () => {
    const ids = (level: 'themes' | 'top' | 'tree'): string[] => themeRows(list, level).map(({ id }) => id)
    expect(ids('themes')).toEqual(['alone', 'a', 'b'])
    expect(ids('top')).toEqual(['alone', 'g'])
    expect(ids('tree')).toEqual(['alone', 'g', 'a', 'b'])
    const [, , a] = themeRows(list, 'tree')
    expect(a).toEqual({ id: 'a', label: 'on a', kind: 'theme', parent: 'g', parentLabel: 'on g' })
  })

  it('counts merged themes as what they were merged into, and all at every level', () => {
    expect(storedThemes(list, 'g')).toEqual(['a', 'old', 'b'])
    const tally = createThemeTally(list, themeRows(list, 'tree'))
    tally.add('x', 'one', 'a', 2)
    tally.add('x', 'one', 'old', 3)
    tally.add('x', 'two', 'b', 1)
    tally.add('x', 'two', 'noise', 4)
    tally.add('x', 'two', undefined, 5)
    tally.add('y', 'two', 'alone', 6)
    const { keys, themes, cells, rest } = tally.table()
    expect(keys).toEqual([
      { key: 'x', sentences: 15, documents: 2 },
      { key: 'y', sentences: 6, documents: 1 }
    ])
    const cell = (id: string): object => cells[themes.findIndex((row) => row.id === id)][0]
    expect(cell('a')).toEqual({ count: 5, of: 15, documents: 2, having: 1, xx: 25, xn: 25, nn: 125 })
    expect(cell('g')).toEqual({ count: 6, of: 15, documents: 2, having: 2, xx: 26, xn: 35, nn: 125 })
    expect(cell('alone')).toMatchObject({ count: 0, of: 15, having: 0 })
    expect(rest.hidden.map(({ count }) => count)).toEqual([4, 0])
    expect(rest.unassigned.map(({ count }) => count)).toEqual([5, 0])
  })

  it('counts hidden themes at every level, those of groups that are shown among them', () => {
    const [alone, a, b, noise] = list.themes
    const hiding: ThemeList = { ...list, themes: [alone, a, { ...b, hidden: true }, noise] }
    for (const level of THEME_LEVELS) {
      const tally = createThemeTally(hiding, themeRows(hiding, level))
      for (const { id } of hiding.themes) tally.add('x', 'one', id, 2)
      const { themes, cells, rest } = tally.table()
      expect(rest.hidden[0].count, level).toBe(4)
      const group = themes.findIndex(({ id }) => id === 'g')
      if (level !== 'themes') expect(cells[group][0].count, level).toBe(4)
    }
  })
})
