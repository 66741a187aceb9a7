import type { ComponentChildren } from 'preact'
import type { Sentence } from '../../src/service/schemas/common-schemas.js'
import { useCatalogue } from '../data/catalogue.js'

interface Props {
  readonly sentences: readonly Sentence[]
  readonly title: string
  /** Colours only sentences of this theme. */
  readonly theme: string | undefined
  readonly hue: (theme: string | undefined) => string
  /** The id of the sentence that was picked. */
  readonly at: string | undefined
  readonly onSelect: (sentence: Sentence) => void
}

/** Headings and paragraphs as they were written. The text is one stop of the keyboard; j and k, or arrows, go through it. */
export function DocumentText({ sentences, title, theme, hue, at, onSelect }: Props) {
  const { label } = useCatalogue()
  const stop = at ?? sentences.at(0)?.id
  const step = (event: KeyboardEvent, i: number): void => {
    const by = Number(/^Arrow(Down|Right)$/.test(event.key)) - Number(/^Arrow(Up|Left)$/.test(event.key))
    const next = sentences.at(Math.max(0, i + by))
    if (by === 0 || next === undefined) return
    event.preventDefault()
    document.getElementById(`s-${next.id}`)?.focus()
  }
  const blocks: ComponentChildren[] = []
  let paragraph: ComponentChildren[] = []
  const close = (key: string): void => {
    if (paragraph.length > 0) {
      blocks.push(
        <p key={key} dir="auto">
          {paragraph}
        </p>
      )
    }
    paragraph = []
  }
  sentences.forEach((sentence, i) => {
    const previous = i === 0 ? undefined : sentences[i - 1]
    if (previous?.paragraph !== sentence.paragraph) {
      close(`p-${sentence.id}`)
      newHeadings(previous?.path ?? [], sentence.path).forEach(({ heading, level }) => {
        const Heading = `h${Math.min(6, level + 2)}` as 'h2'
        if (heading === title) return
        blocks.push(
          <Heading key={`h-${sentence.id}-${level}`} dir="auto">
            {heading}
          </Heading>
        )
      })
    }
    const dim = theme !== undefined && theme !== sentence.theme
    paragraph.push(
      <span
        key={sentence.id}
        id={`s-${sentence.id}`}
        class={`sentence ${dim ? 'slot-none' : hue(sentence.theme)}${sentence.id === at ? ' picked' : ''}`}
        role="button"
        tabIndex={sentence.id === stop ? 0 : -1}
        data-stop
        aria-pressed={sentence.id === at}
        title={sentence.theme === undefined ? 'no theme' : label(sentence.theme)}
        onClick={() => {
          onSelect(sentence)
        }}
        onFocus={() => {
          if (sentence.id !== at) onSelect(sentence)
        }}
        onKeyDown={(event) => {
          step(event, i)
        }}
      >
        {sentence.text}
      </span>,
      ' '
    )
  })
  close('last')
  return <div class="main-column text">{blocks}</div>
}

/** Returns the headings between two sentences: the part of the second's path that differs from the first's. */
function newHeadings(before: readonly string[], path: readonly string[]): { heading: string; level: number }[] {
  let same = 0
  while (same < path.length && before[same] === path[same]) same++
  return path.slice(same).map((heading, i) => ({ heading, level: same + i }))
}
