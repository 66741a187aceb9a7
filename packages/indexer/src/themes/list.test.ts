import { expect, it } from 'vitest'
import { findTheme } from './list.js'

it('A theme that was merged into another is named with that one, by its id or number', () => {
  const themes = [
    { id: 'theme-01', label: 'Tides', heading: 'Tides', merged: ['theme-02'] },
    { id: 'theme-03', label: 'Tea', heading: 'Tea', merged: [] }
  ]
  expect(findTheme(themes, '3')).toBe(themes[1])
  for (const name of ['2', '02', 'theme-02'])
    expect(() => findTheme(themes, name)).toThrow(
      'theme-02 is merged into theme-01 “Tides”; name that one, or separate them: leitmotif themes reset theme-02'
    )
  expect(() => findTheme(themes, '4')).toThrow('no theme is named “4”')
})
