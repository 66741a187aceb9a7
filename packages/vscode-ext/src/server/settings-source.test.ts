import { describe, expect, it } from 'vitest'
import { DRAFT_DEFAULTS } from '@leitmotif/encoder/draft'
import { decodeSettings, SETTINGS_DEFAULTS } from '../protocol/settings.js'
import { draftOptions } from './settings-source.js'

describe('How a draft is analysed', () => {
  it('is by default what the analysis has by default', () => {
    expect(draftOptions(SETTINGS_DEFAULTS, new Set())).toEqual(DRAFT_DEFAULTS)
  })

  it('follows the settings', () => {
    const { settings } = decodeSettings({
      themes: { most: 3 },
      suggestions: { split: false, heading: false, precision: 'more' },
      sections: { minWords: 500, maxWords: 600 }
    })
    expect(draftOptions(settings, new Set(['x']))).toEqual({
      themes: 3,
      kinds: ['move', 'separate', 'merge', 'mixed'],
      precision: 'more',
      lengths: { least: 500, most: 1000 },
      dismissed: new Set(['x'])
    })
  })
})
