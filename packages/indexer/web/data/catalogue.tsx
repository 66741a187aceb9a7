import { createContext, type ComponentChildren } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import type { CollectionAnswer, Theme, ThemeGroup, ThemesAnswer } from '../../src/service/schemas/theme-schemas.js'
import { api } from './api.js'
import { forgetAnswers, useLoaded, type Loaded } from './loaded.js'

/** A theme, which contains sentences, or a group, which contains themes and groups. */
export type ThemeNode = (Theme & { readonly kind: 'theme' }) | (ThemeGroup & { readonly kind: 'group' })

/** How many theme colours there are. */
export const SLOTS = 12

/** Data that every view needs: the collection, and its themes by id. */
export interface Catalogue {
  readonly collection: Loaded<CollectionAnswer>
  readonly themes: Loaded<ThemesAnswer>
  /** Themes that have sentences and are not hidden, largest first. */
  readonly leaves: readonly Theme[]
  readonly find: (id: string) => ThemeNode | undefined
  readonly childrenOf: (id: string | undefined) => readonly ThemeNode[]
  /** The groups above a theme, outermost first. */
  readonly above: (id: string) => readonly ThemeNode[]
  readonly label: (id: string) => string
  /** Class of a theme's colour. Themes of one top-level group share it; colours repeat after the last. */
  readonly colour: (id: string | undefined) => string
  /** Reloads themes and all other data after a change. */
  readonly refresh: () => void
}

const Context = createContext<Catalogue | undefined>(undefined)

export function useCatalogue(): Catalogue {
  const catalogue = useContext(Context)
  if (catalogue === undefined) throw new Error('outside of CatalogueProvider')
  return catalogue
}

export function CatalogueProvider({ children }: { readonly children: ComponentChildren }) {
  const collection = useLoaded('collection', api.collection)
  const themes = useLoaded('themes', api.themes)
  const catalogue = useMemo(
    () => catalogueOf(collection, themes),
    [collection.data, collection.failure, themes.data, themes.failure]
  )
  return <Context.Provider value={catalogue}>{children}</Context.Provider>
}

function catalogueOf(collection: Loaded<CollectionAnswer>, themes: Loaded<ThemesAnswer>): Catalogue {
  const nodes: ThemeNode[] = [
    ...(themes.data?.groups ?? []).map((group) => ({ ...group, kind: 'group' as const })),
    ...(themes.data?.themes ?? []).map((theme) => ({ ...theme, kind: 'theme' as const }))
  ].sort((a, b) => b.sentences - a.sentences || (a.id < b.id ? -1 : 1))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  // It can be looked up, but is no theme among others.
  const { boilerplate } = themes.data ?? {}
  if (boilerplate !== undefined) byId.set(boilerplate.id, { ...boilerplate, kind: 'theme' })
  const children = new Map<string | undefined, ThemeNode[]>()
  for (const node of nodes) {
    const parent = node.parent !== undefined && byId.has(node.parent) ? node.parent : undefined
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  const above = (id: string): ThemeNode[] =>
    (byId.get(id)?.path.slice(0, -1) ?? []).flatMap((group) => byId.get(group) ?? [])
  const slots = new Map((children.get(undefined) ?? []).map(({ id }, i) => [id, i % SLOTS]))
  return {
    collection,
    themes,
    leaves: (themes.data?.themes ?? []).filter(({ hidden }) => !hidden).sort((a, b) => b.sentences - a.sentences),
    find: (id) => byId.get(id),
    childrenOf: (id) => children.get(id) ?? [],
    above,
    label: (id) => byId.get(id)?.label ?? id,
    colour: (id) => {
      const slot = id === undefined ? undefined : slots.get(above(id)[0]?.id ?? id)
      return slot === undefined ? 'slot-none' : `slot-${slot}`
    },
    refresh: forgetAnswers
  }
}
