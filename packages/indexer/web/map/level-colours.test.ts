import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../data/catalogue.js'
import { levelColours } from './level-colours.js'

/** Two groups, of which the first has a group of its own: nodes by the node above. */
const tree: Record<string, string[]> = { '': ['g1', 'g2'], g1: ['g3', 't3'], g3: ['t1', 't2'], g2: ['t4', 't5'] }
const parentOf = (id: string): string | undefined => Object.keys(tree).find((above) => tree[above].includes(id))
const pathTo = (id: string): string[] => {
  const parent = parentOf(id)
  return parent === undefined || parent === '' ? [] : [...pathTo(parent), parent]
}
const nodes = (ids: readonly string[] = []) => ids.map((id) => ({ id })) as unknown as ReturnType<Catalogue['above']>
const catalogue: Pick<Catalogue, 'childrenOf' | 'above' | 'colour'> = {
  childrenOf: (id = '') => nodes(tree[id]),
  above: (id) => nodes(pathTo(id)),
  colour: (id) => `top-${id}`
}

describe('Colours of themes on the map', () => {
  it('are those of the groups at a level, and of themes that have no group there', () => {
    const { nodes, nodeOf, colourOf } = levelColours(catalogue, 2)
    expect(nodes).toEqual(['g3', 't3', 't4', 't5'])
    expect(['t1', 't2', 't3', 't4'].map(nodeOf)).toEqual(['g3', 'g3', 't3', 't4'])
    expect(new Set(nodes.map(colourOf)).size).toBe(4)
    expect(levelColours(catalogue, 3).nodes).toEqual(['t1', 't2', 't3', 't4', 't5'])
  })

  it('are at the top the colours that the groups have on every page', () => {
    const { nodeOf, colourOf } = levelColours(catalogue, 1)
    expect(colourOf(nodeOf('t1'))).toBe('top-g1')
  })
})
