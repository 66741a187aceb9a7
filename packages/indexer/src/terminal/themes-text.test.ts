import { describe, expect, it } from 'vitest'
import type { ThemeList } from '../themes/list.js'
import { changesText, listText } from './themes-text.js'

const list: ThemeList = {
  run: 'r',
  representation: 'static',
  sentences: 120,
  documents: 12,
  unassigned: 30,
  built: 100,
  groups: [],
  themes: []
}
const drift = { sentences: 20, unassigned: 0.4, unassignedBuilt: 0.1, similarity: 0.3, similarityBuilt: 0.5 }
const place = " --in 'my shelf' --collection notes"

describe('Themes on a terminal', () => {
  it('name the collection in every command that is there to be copied', () => {
    const old = listText({ ...list, drift: { ...drift, rebuild: true, reason: 'so many are near none' } }, place)
    expect(old).toMatch(
      /because so many are near\s+none:\nleitmotif themes build --in 'my shelf' --collection notes\n$/
    )
    expect(listText(list, place)).toContain(`build them again: leitmotif themes build${place}\n`)
    const named = Array.from({ length: 3 }, (_, i) => ({ id: `theme-${i}`, label: `label ${i}` }))
    const changes = { since: 'q', kept: [], born: named, died: [], merged: [], split: [] }
    expect(changesText(changes, place, 2)).toContain(`… and 1 more; leitmotif themes compare${place} shows all`)
  })

  it('ask for no build while what came fits', () => {
    const text = listText({ ...list, drift: { ...drift, rebuild: false } }, place)
    expect(text).toContain('The themes still fit.')
    expect(text).not.toContain('themes build')
  })
})
