import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { themeAddress, type Address } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { countOf, counted, percent } from '../data/figures.js'
import { filterText, readConditions } from '../data/filter.js'
import { useLoaded } from '../data/loaded.js'
import { FilterBar } from '../filters/filter-bar.js'
import { Bar } from '../parts/bar.js'
import { Icon } from '@leitmotif/plot'
import { Failed, Shown } from '../parts/states.js'
import { Changes } from './changes.js'
import { ThemeActions } from './theme-actions.js'
import { ThemeRename } from './theme-rename.js'

/** Themes can also be filtered by these. */
const OWN = ['document'] as const

/** All themes as a tree, with their sizes and actions. A filter leaves those of the sentences that match it. */
export function ThemesView({ address }: { readonly address: Address }) {
  const { collection, themes, leaves, childrenOf } = useCatalogue()
  const types = collection.data?.fields
  const conditions = readConditions(address.query)
  const filter = types && filterText(conditions, types)
  const narrowed = useLoaded(filter && `themes ${filter}`, (signal) => api.themesOf(filter!, signal))
  /** The answer of the filter is not here yet: the sizes shown meanwhile are those of the previous filter, or none. */
  const applying = (types === undefined && conditions.length > 0) || narrowed.loading
  const sizes = useMemo(
    () =>
      (filter === undefined && !applying) || narrowed.data === undefined
        ? undefined
        : new Map([...narrowed.data.groups, ...narrowed.data.themes].map((node) => [node.id, node])),
    [filter, applying, narrowed.data]
  )
  const unknown = applying && sizes === undefined
  const [showHidden, setShowHidden] = useState(false)
  const [words, setWords] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(themes.data)
  useLayoutEffect(() => {
    // Hiding or merging a theme removes its row, and with it the focus.
    if (before.current !== undefined && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    before.current = themes.data
  }, [themes.data])
  const hidden = themes.data?.themes.filter((theme) => theme.hidden).length ?? 0
  return (
    <div class="themes-view">
      <h1 ref={heading} tabIndex={-1}>
        Themes
      </h1>
      <Shown of={themes} what="There are no themes to show.">
        {({ sentences, unassigned, boilerplate, drift, changes, groups }) => {
          const sizeOf = ({ id, sentences: own }: ThemeNode): number =>
            sizes === undefined ? own : (sizes.get(id)?.sentences ?? 0)
          const top = childrenOf(undefined).toSorted((a, b) => sizeOf(b) - sizeOf(a))
          const largest = Math.max(...top.map(({ id, share }) => sizes?.get(id)?.share ?? share), 0)
          const among = applying ? undefined : sizes && narrowed.data
          const shownGroups = groups.filter((group) => !group.hidden).length
          return (
            <>
              {among === undefined && !applying ? null : (
                <p class="lead" role="status">
                  {among === undefined ? (
                    'Applying the filter …'
                  ) : (
                    <>
                      {counted(leaves.filter(({ id }) => (sizes?.get(id)?.sentences ?? 0) > 0).length, 'theme')} of{' '}
                      {counted(leaves.length, 'theme')} in the {counted(among.sentences, 'sentence')} of{' '}
                      {counted(among.documents, 'document')} that pass the filter. Sizes are those among them.
                    </>
                  )}
                </p>
              )}
              <p class={among === undefined && !applying ? 'lead' : 'note'}>
                {counted(leaves.length, 'theme')}
                {shownGroups === 0 ? '' : ` in ${counted(shownGroups, 'group')}`} of {counted(sentences, 'sentence')};{' '}
                {percent(sentences === 0 ? 0 : unassigned / sentences)} belong to no theme.
                {boilerplate === undefined ? null : (
                  <>
                    {' '}
                    {percent(boilerplate.share)} are{' '}
                    <a href={themeAddress(boilerplate.id)}>boilerplate that many documents repeat</a>, set aside.
                  </>
                )}
              </p>
              {drift?.rebuild === true ? (
                <p class="note strong">
                  {counted(drift.sentences, 'sentence')} came since the themes were built, and{' '}
                  {percent(drift.unassigned)} of them belong to no theme (of earlier sentences,{' '}
                  {percent(drift.unassignedBuilt)}). It is time to build them again:{' '}
                  <code>leitmotif themes build --in PLACE</code>, where PLACE is what the service was started with
                </p>
              ) : null}
              {changes === undefined ? null : <Changes changes={changes} />}
              <Failed of={narrowed} what="Could not apply the filter." />
              <div class="toolbar">
                <FilterBar address={address} own={OWN} />
                <label class="field inline">
                  <span>Find</span>
                  <input
                    type="search"
                    value={words}
                    onInput={(event) => {
                      setWords(event.currentTarget.value)
                    }}
                  />
                </label>
                {hidden === 0 ? null : (
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={showHidden}
                      onChange={(event) => {
                        setShowHidden(event.currentTarget.checked)
                      }}
                    />
                    Show {counted(hidden, 'hidden theme')}
                  </label>
                )}
              </div>
              {narrowed.failure === undefined ? (
                <ul class={applying ? 'tree stale' : 'tree'} aria-busy={applying}>
                  {top.map((node) => (
                    <Node
                      key={node.id}
                      node={node}
                      largest={largest}
                      sizes={sizes}
                      unknown={unknown}
                      showHidden={showHidden}
                      words={words.trim().toLowerCase()}
                    />
                  ))}
                </ul>
              ) : null}
            </>
          )
        }}
      </Shown>
    </div>
  )
}

/** Up to this many themes, all groups are open at first. */
const OPENED = 100

interface NodeProps {
  readonly node: ThemeNode
  readonly largest: number
  /** Sizes among the sentences that match the filter; undefined without a filter. */
  readonly sizes: ReadonlyMap<string, Pick<ThemeNode, 'sentences' | 'share'>> | undefined
  /** Whether the sizes are not known yet. */
  readonly unknown: boolean
  readonly showHidden: boolean
  readonly words: string
}

function Node({ node, largest, sizes, unknown, showHidden, words }: NodeProps) {
  const { leaves, childrenOf, colour } = useCatalogue()
  const [opened, setOpened] = useState(leaves.length <= OPENED)
  const [renaming, setRenaming] = useState(false)
  const { sentences, share } = sizes === undefined ? node : (sizes.get(node.id) ?? { sentences: 0, share: 0 })
  const sizeOf = ({ id }: ThemeNode): number => sizes?.get(id)?.sentences ?? 0
  const children =
    sizes === undefined ? childrenOf(node.id) : childrenOf(node.id).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const matches = (one: ThemeNode): boolean =>
    `${one.label} ${one.heading} ${one.terms.map(({ term }) => term).join(' ')}`.toLowerCase().includes(words)
  const themesIn = (one: ThemeNode): number =>
    one.kind === 'theme' ? 1 : childrenOf(one.id).reduce((sum, child) => sum + themesIn(child), 0)
  const below = (one: ThemeNode): boolean => matches(one) || childrenOf(one.id).some(below)
  if ((node.hidden && !showHidden) || !below(node) || (sizes !== undefined && sentences === 0)) return null
  const open = opened || (words !== '' && children.some(below))
  return (
    <li class={node.hidden ? 'hidden-theme' : undefined}>
      <div class={`tree-row ${colour(node.id)}`}>
        {children.length > 0 ? (
          <button
            type="button"
            class="disclose"
            aria-expanded={open}
            aria-label={`Themes of ${node.label}`}
            onClick={() => {
              setOpened(!open)
            }}
          >
            <Icon name={open ? 'down' : 'right'} />
          </button>
        ) : (
          <span class="disclose" />
        )}
        {renaming ? (
          <ThemeRename
            node={node}
            onDone={() => {
              setRenaming(false)
            }}
          />
        ) : (
          <a class="tree-name" href={themeAddress(node.id)} data-stop>
            <span class="dot" aria-hidden="true" />
            <span>{node.label}</span>
            {node.kind === 'theme' && node.pinned ? <span class="badge">pinned</span> : null}
            {node.kind === 'theme' && node.seeded ? <span class="badge">seeded</span> : null}
            {node.hidden ? <span class="badge">hidden</span> : null}
            {children.length > 0 ? <span class="muted">{counted(themesIn(node), 'theme')}</span> : null}
          </a>
        )}
        <Bar share={unknown ? 0 : share} of={largest} colour={colour(node.id)} />
        <span class="tree-size">
          {unknown ? (
            '…'
          ) : (
            <>
              {percent(share)}
              <span class="muted">{countOf(sentences)}</span>
            </>
          )}
        </span>
        <ThemeActions
          node={node}
          renaming={renaming}
          onRename={() => {
            setRenaming(true)
          }}
        />
      </div>
      {open ? (
        <ul>
          {children.map((child) => (
            <Node
              key={child.id}
              node={child}
              largest={largest}
              sizes={sizes}
              unknown={unknown}
              showHidden={showHidden}
              words={matches(node) ? '' : words}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
