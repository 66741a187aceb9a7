import { describe, expect, it } from 'vitest'
import { barPicture, dotPicture, sharePicture } from './pictures.js'

describe('Pictures', () => {
  const heights = (svg: string): number[] =>
    [...svg.matchAll(/height="([\d.]+)" fill/g)].map(([, height]) => Number(height))

  it('of shares fill 16 parts from the top, the rest faint', () => {
    const svg = sharePicture([
      { colour: '#111111', share: 0.5 },
      { colour: '#222222', share: 0.25 }
    ])
    expect(heights(svg)).toEqual([8, 4, 4])
    expect(heights(sharePicture([{ colour: '#111111', share: 1 }]))).toEqual([16])
  })

  it('of bars and dots differ by pattern', () => {
    const pictures = (['solid', 'dashed', 'dotted', 'gapped'] as const).map((pattern) => barPicture('#111111', pattern))
    expect(new Set(pictures).size).toBe(4)
    const dots = [undefined, 'solid', 'dashed', 'dotted', 'gapped'] as const
    expect(new Set(dots.map((pattern) => dotPicture('#111111', pattern))).size).toBe(5)
  })
})
