import type { Sentence } from '../../src/service/schemas/common-schemas.js'

interface Props {
  readonly sentences: readonly Sentence[]
  readonly theme: string | undefined
  readonly hue: (theme: string | undefined) => string
  readonly onSelect: (sentence: Sentence) => void
}

/** The whole document as a band, a stroke each sentence; for the eye alone, as the text below says the same. */
export function ThemeStrip({ sentences, theme, hue, onSelect }: Props) {
  const runs: { start: number; length: number; theme: string | undefined }[] = []
  sentences.forEach((sentence, i) => {
    const last = runs.at(-1)
    if (last !== undefined && last.theme === sentence.theme) last.length++
    else runs.push({ start: i, length: 1, theme: sentence.theme })
  })
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${Math.max(1, sentences.length)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        const sentence = sentences.at(
          Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * sentences.length))
        )
        if (sentence === undefined) return
        onSelect(sentence)
        document.getElementById(`s-${sentence.id}`)?.scrollIntoView({ block: 'center' })
      }}
    >
      {runs.map((run) => (
        <rect
          key={run.start}
          class={`${hue(run.theme)}${theme === undefined || theme === run.theme ? '' : ' dim'}`}
          x={run.start}
          y={0}
          width={run.length}
          height={1}
        />
      ))}
    </svg>
  )
}
