import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { findParagraphThemes } from './paragraph-themes.js'

/** Paragraphs that no two of are more alike than by chance. */
function cloud(count: number): Vectors {
  const random = createRandom('cloud')
  const rows = zeroVectors(count, 60)
  for (let i = 0; i < rows.data.length; i++) rows.data[i] = random.normal()
  for (let i = 0; i < count; i++) normalize(row(rows, i))
  return rows
}

describe('The themes of paragraphs that are no more alike than by chance', () => {
  const themesOf = (paragraphs: number, options = {}): number => {
    const section = Array.from({ length: paragraphs }, (_, p) => p)
    return new Set(findParagraphThemes(cloud(paragraphs), section, options).theme).size
  }

  it('are several where the writer made several sections, no more than were asked for', () => {
    expect(themesOf(20)).toBeGreaterThan(2)
    expect(themesOf(20)).toBeLessThanOrEqual(5)
    expect(themesOf(20, { most: 2 })).toBe(2)
  })

  it('are one where there are few paragraphs, whatever their sections', () => {
    expect(themesOf(5)).toBe(1)
  })
})
