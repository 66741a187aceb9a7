import { describe, expect, it } from 'vitest'
import { decodeSettings, SETTINGS_DEFAULTS } from './settings.js'

describe('Settings', () => {
  it('are the defaults where nothing is set', () => {
    for (const nothing of [undefined, null, 3, 'leitmotif', [], {}]) {
      expect(decodeSettings(nothing)).toEqual({ settings: SETTINGS_DEFAULTS, faults: [] })
    }
  })

  it('are read from an object of objects, and from names with dots', () => {
    const expected = { ...SETTINGS_DEFAULTS, 'themes.most': 5, 'suggestions.withoutHints': ['move'] }
    const nested = { themes: { most: 5 }, suggestions: { withoutHints: ['move'] } }
    expect(decodeSettings(nested).settings).toEqual(expected)
    expect(decodeSettings({ 'themes.most': 5, 'suggestions.withoutHints': ['move'] }).settings).toEqual(expected)
  })

  it('that cannot be are told, and the default is taken', () => {
    const { settings, faults } = decodeSettings({
      enable: 'yes',
      analyse: 'never',
      themes: { most: 9 },
      sections: { minWords: 1.5, maxWords: -1 },
      related: { url: 7 },
      suggestions: { withoutHints: ['colons'] },
      colours: 'red'
    })
    expect(settings).toEqual(SETTINGS_DEFAULTS)
    expect(faults).toHaveLength(7)
    expect(faults[1]).toBe(
      'leitmotif.analyse is "never"; expected "edit" or "save" or "manual". The default "edit" is used.'
    )
    expect(faults[2]).toBe('leitmotif.themes.most is 9; expected a whole number from 2 to 8. The default 8 is used.')
  })
})
