import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { themeAddress } from '../data/address.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { countOf, counted, percent } from '../data/figures.js'
import { Bar } from '../parts/bar.js'
import { Icon } from '@leitmotif/plot'
import { Shown } from '../parts/states.js'
import { Changes } from './changes.js'
import { ThemeActions } from './theme-actions.js'
import { ThemeRename } from './theme-rename.js'

/** All themes as a tree, with their sizes and actions. */
export function ThemesView() {
  const { themes, leaves, childrenOf } = useCatalogue()
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
          const top = childrenOf(undefined)
          const largest = Math.max(...top.map(({ share }) => share), 0)
          const shownGroups = groups.filter((group) => !group.hidden).length
          return (
            <>
              <p class="lead">
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
              <div class="toolbar">
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
              <ul class="tree">
                {top.map((node) => (
                  <Node
                    key={node.id}
                    node={node}
                    largest={largest}
                    showHidden={showHidden}
                    words={words.trim().toLowerCase()}
                  />
                ))}
              </ul>
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
  readonly showHidden: boolean
  readonly words: string
}

function Node({ node, largest, showHidden, words }: NodeProps) {
  const { leaves, childrenOf, colour } = useCatalogue()
  const [opened, setOpened] = useState(leaves.length <= OPENED)
  const [renaming, setRenaming] = useState(false)
  const children = childrenOf(node.id)
  const matches = (one: ThemeNode): boolean =>
    `${one.label} ${one.heading} ${one.terms.map(({ term }) => term).join(' ')}`.toLowerCase().includes(words)
  const themesIn = (one: ThemeNode): number =>
    one.kind === 'theme' ? 1 : childrenOf(one.id).reduce((sum, child) => sum + themesIn(child), 0)
  const below = (one: ThemeNode): boolean => matches(one) || childrenOf(one.id).some(below)
  if ((node.hidden && !showHidden) || !below(node)) return null
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
        <Bar share={node.share} of={largest} colour={colour(node.id)} />
        <span class="tree-size">
          {percent(node.share)}
          <span class="muted">{countOf(node.sentences)}</span>
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
              showHidden={showHidden}
              words={matches(node) ? '' : words}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
