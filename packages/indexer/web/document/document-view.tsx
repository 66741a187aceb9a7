import { useEffect, useMemo, useState } from 'preact/hooks'
import type { DocumentAnswer } from '../../src/service/schemas/document-schemas.js'
import type { Sentence } from '../../src/service/schemas/common-schemas.js'
import { addressOf, documentAddress, navigate, type Address } from '../data/address.js'
import { api } from '../data/api.js'
import { useCatalogue } from '../data/catalogue.js'
import { counted, valueOf } from '../data/figures.js'
import { useLoaded } from '../data/loaded.js'
import { Icon } from '@leitmotif/plot'
import { Shown, Waiting } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import { DocumentText } from './document-text.js'
import { themeHues } from './theme-hues.js'
import { ThemeStrip } from './theme-strip.js'

interface Props {
  readonly id: string
  readonly address: Address
  /** Receives the title once it is known. */
  readonly onTitle: (title: string) => void
}

/** A document in full, each sentence in the colour of its theme. */
export function DocumentView({ id, address, onTitle }: Props) {
  const read = useLoaded(`document ${id}`, (signal) => api.document(id, signal))
  const title = read.data?.title
  useEffect(() => {
    if (title !== undefined) onTitle(title)
  }, [title])
  return (
    <div class="document-view">
      <header>
        <p class="crumbs">{id}</p>
        {/* The same element before and after loading, because it may have the focus. */}
        <h1 tabIndex={-1} dir="auto">
          {title ?? 'Document'}
        </h1>
      </header>
      <Shown of={read} what="Could not load this document." waiting={<Waiting lines={12} />}>
        {(document) => <Document document={document} address={address} />}
      </Shown>
    </div>
  )
}

function Document({ document, address }: { readonly document: DocumentAnswer; readonly address: Address }) {
  const { title, fields, sentences } = document
  const wanted = address.query.get('at')
  const start = sentences.find(({ position }) => String(position) === wanted)
  const [theme, setTheme] = useState<string>()
  const [at, setAt] = useState<string | undefined>(start?.id)
  const counts = useMemo(() => countThemes(sentences), [sentences])
  const { find } = useCatalogue()
  const shown = counts.filter(([id]) => find(id)?.hidden !== true && id !== BOILERPLATE)
  const hue = themeHues(shown.map(([id]) => id))
  const current = sentences.find(({ id }) => id === at)
  useEffect(() => {
    if (start !== undefined) window.document.getElementById(`s-${start.id}`)?.scrollIntoView({ block: 'center' })
  }, [start?.id])
  const select = (sentence: Sentence): void => {
    setAt(sentence.id)
    navigate(documentAddress(document.document, sentence.position), { replace: true })
  }
  return (
    <>
      <div class="document-head">
        <p class="figures">
          {Object.entries(fields).map(([name, value]) => (
            <span key={name}>
              <span class="muted">{name}</span> {valueOf(value)}
            </span>
          ))}
          <span>{counted(sentences.length, 'sentence')}</span>
          <a href={addressOf('/', { document: document.document })}>Find its themes in other documents</a>
          <a href={addressOf('/compare', { 'a.document': document.document })}>Compare with the whole collection</a>
        </p>
        <ThemeStrip sentences={sentences} theme={theme} hue={hue} onSelect={select} />
      </div>
      <div class="columns">
        <DocumentText sentences={sentences} title={title} theme={theme} hue={hue} at={at} onSelect={select} />
        <aside class="side-column sticky">
          <section aria-labelledby="document-themes">
            <h2 id="document-themes">Its themes</h2>
            <DocumentThemes counts={shown.slice(0, LISTED)} hue={hue} theme={theme} onChange={setTheme} />
          </section>
          <section class={current === undefined ? 'selected' : 'selected shown-over'} aria-live="polite">
            {current === undefined ? (
              <p class="note">Select a sentence to see its theme and find similar ones.</p>
            ) : (
              <>
                <div class="panel-head">
                  <h2>Selected sentence</h2>
                  <button
                    type="button"
                    class="quiet"
                    aria-label="Clear the selection"
                    onClick={() => {
                      setAt(undefined)
                      navigate(documentAddress(document.document), { replace: true })
                    }}
                  >
                    <Icon name="close" />
                  </button>
                </div>
                <p class="quote" dir="auto">
                  {current.text}
                </p>
                {current.theme === undefined ? <p class="note">It has no theme.</p> : <ThemeLink id={current.theme} />}
                <a class="button small" href={addressOf('/', { more: current.id })}>
                  <Icon name="plus" />
                  More like this
                </a>
              </>
            )}
          </section>
        </aside>
      </div>
    </>
  )
}

function countThemes(sentences: readonly Sentence[]): [theme: string, sentences: number][] {
  const counts = new Map<string, number>()
  for (const { theme } of sentences) if (theme !== undefined) counts.set(theme, (counts.get(theme) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

interface ThemesProps {
  readonly counts: readonly (readonly [theme: string, sentences: number])[]
  readonly hue: (theme: string | undefined) => string
  readonly theme: string | undefined
  readonly onChange: (theme: string | undefined) => void
}

/** Maximum number of themes listed. */
const LISTED = 14

/** The id of what is set aside, as `src/themes/boilerplate.ts` has it. */
const BOILERPLATE = 'boilerplate'

function DocumentThemes({ counts, hue, theme, onChange }: ThemesProps) {
  const { label } = useCatalogue()
  if (counts.length === 0) return <p class="note">Its sentences have no themes.</p>
  return (
    <ul class="legend">
      {counts.map(([id, sentences]) => (
        <li key={id}>
          <button
            type="button"
            class={`facet ${hue(id)}`}
            aria-pressed={theme === id}
            onClick={() => {
              onChange(theme === id ? undefined : id)
            }}
          >
            <span class="facet-name">
              <span class="dot" aria-hidden="true" />
              {label(id)}
            </span>
            <span class="facet-count">{sentences}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
