import { SLOTS, type Catalogue } from '../data/catalogue.js'

/** Colours of themes by their node at a level of the tree. */
interface LevelColours {
  /** Ids of the nodes in the order of the tree. */
  readonly nodes: readonly string[]
  /** Returns the node of a theme at the level; the theme itself if the tree ends above. */
  readonly nodeOf: (theme: string) => string
  readonly colourOf: (node: string) => string
}

/** Returns the number of levels of the tree of themes, at least 1. */
export function levelsOf({ leaves }: Pick<Catalogue, 'leaves'>): number {
  return Math.max(1, ...leaves.map(({ path }) => path.length))
}

/** Returns colours by the nodes of a level. Nodes beside each other in the tree have different colours. */
export function levelColours(
  { childrenOf, above, colour }: Pick<Catalogue, 'childrenOf' | 'above' | 'colour'>,
  level: number
): LevelColours {
  const nodes: string[] = []
  const visit = (parent: string | undefined, depth: number): void => {
    for (const { id } of childrenOf(parent)) {
      if (depth === level || childrenOf(id).length === 0) nodes.push(id)
      else visit(id, depth + 1)
    }
  }
  visit(undefined, 1)
  const slots = new Map(nodes.map((id, place) => [id, place % SLOTS]))
  return {
    nodes,
    nodeOf: (theme) => [...above(theme).map(({ id }) => id), theme][level - 1] ?? theme,
    colourOf: (node) => (level === 1 ? colour(node) : slots.has(node) ? `slot-${slots.get(node)}` : 'slot-none')
  }
}
