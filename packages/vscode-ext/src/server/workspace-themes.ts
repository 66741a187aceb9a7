import * as l10n from '@vscode/l10n'
import type { DocumentFormat, Encoder, OutlineInput, Span } from '@leitmotif/encoder'
import {
  assignParagraphThemes,
  fitParagraphThemes,
  labelParagraphThemes,
  paragraphVectors,
  shares
} from '@leitmotif/encoder/stages'
import { createRandom, rowsBetween, selectRows, yieldToHost, zeroVectors } from '@leitmotif/encoder/vectors'
import {
  readDraftText,
  type DraftText,
  refuseDraft,
  refuseText,
  type DraftRefusal,
  createSentenceRows
} from '@leitmotif/encoder/draft'

export const WORKSPACE_LIMITS = {
  files: 2_000,
  /** Maximum number of UTF-16 code units of all files: some 2 million words. */
  length: 12_000_000
} as const

/** Maximum number of paragraphs used to find and name themes; longer text is sampled. */
const SAMPLE = 4_000
/** Maximum number of consecutive paragraphs of a section that are sampled together. Each is read with its neighbours. */
const STRETCH = 20
/** Number of paragraphs assigned to themes between two pauses. A slice ends with its section. */
const SLICE = 1_000

/** A file of a workspace. */
export interface WorkspaceFile {
  readonly uri: string
  readonly text: string
  readonly format: DocumentFormat
}

/** A theme across files. */
interface FilesTheme {
  readonly name: string
  readonly terms: readonly string[]
  /** Share of the words of all files, 0 to 1. */
  readonly share: number
  /** Its paragraphs in reading order, in the order of the files. */
  readonly passages: readonly { readonly uri: string; readonly span: Span; readonly opening: string }[]
}

export interface WorkspaceThemesOptions {
  /** Maximum number of themes. */
  readonly most: number
  /** Called after each file. */
  readonly progress?: (done: number, files: number) => void
  readonly signal?: AbortSignal
}

/** The themes of many files, such as a book's chapters. */
export interface FilesThemes {
  /** The largest first. */
  readonly themes: readonly FilesTheme[]
  /** Files that were skipped, and why. */
  readonly skipped: readonly { readonly uri: string; readonly reason: DraftRefusal }[]
}

/**
 * Returns themes across files, as if they were one draft. Files that are too large or not text are skipped. Time is linear in the
 * length of the text.
 * @throws Error if there are more files or characters than WORKSPACE_LIMITS allows; the signal's reason once it is aborted
 */
export async function themesOfFiles(
  files: readonly WorkspaceFile[],
  encoder: Encoder,
  { most, progress, signal }: WorkspaceThemesOptions
): Promise<FilesThemes> {
  checkSize(files)
  const skipped: { uri: string; reason: DraftRefusal }[] = []
  const drafts: { file: WorkspaceFile; draft: DraftText; rows: Float32Array }[] = []
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted()
    const draft = readFile(file)
    if ('of' in draft) skipped.push({ uri: file.uri, reason: draft })
    else {
      const sentences = draft.sentences.map(({ text }) => text)
      const { data } = await createSentenceRows(encoder, 'static').of(sentences, signal)
      drafts.push({ file, draft, rows: data })
    }
    progress?.(index + 1, files.length)
    await yieldToHost() // Lets a cancellation arrive.
  }
  return { themes: await findThemes(drafts, encoder.dims.static!, most, signal), skipped }
}

function checkSize(files: readonly WorkspaceFile[]): void {
  const length = files.reduce((sum, { text }) => sum + text.length, 0)
  if (files.length > WORKSPACE_LIMITS.files) {
    throw new Error(
      l10n.t(
        'There are {0} files; the maximum is {1}. Narrow the setting leitmotif.workspace.files.',
        files.length,
        WORKSPACE_LIMITS.files
      )
    )
  }
  if (length > WORKSPACE_LIMITS.length) {
    throw new Error(
      l10n.t(
        'The files have {0} characters in total; the maximum is {1}. Narrow the setting leitmotif.workspace.files.',
        length,
        WORKSPACE_LIMITS.length
      )
    )
  }
}

/** Returns a file's draft, or why it is skipped. */
function readFile({ text, format }: WorkspaceFile): DraftText | DraftRefusal {
  const refused = refuseText(text)
  if (refused !== undefined) return refused
  const draft = readDraftText(text, format)
  return refuseDraft(draft) ?? draft
}

async function findThemes(
  drafts: readonly { file: WorkspaceFile; draft: DraftText; rows: Float32Array }[],
  dims: number,
  most: number,
  signal: AbortSignal | undefined
): Promise<FilesTheme[]> {
  const others = async (): Promise<void> => {
    await yieldToHost()
    signal?.throwIfAborted()
  }
  signal?.throwIfAborted()
  const paragraphs = drafts.flatMap(({ file, draft }, f) =>
    draft.paragraphs.map((paragraph) => ({ ...paragraph, path: [], file, place: `${f}/${paragraph.section}` }))
  )
  if (paragraphs.length === 0) return []
  let first = 0
  const sentences = drafts.flatMap(({ draft }) => {
    const start = first
    first += draft.paragraphs.length
    return draft.sentences.map(({ text, paragraph }) => ({ text, paragraph: start + paragraph }))
  })
  const vectors = zeroVectors(sentences.length, dims)
  let at = 0
  for (const { rows } of drafts) {
    vectors.data.set(rows, at)
    at += rows.length
  }
  const input = { paragraphs, sentences, vectors }
  // Each section of each file has its own number.
  const places = new Map<string, number>()
  const section = paragraphs.map(({ place }) => places.get(place) ?? (places.set(place, places.size), places.size - 1))
  const rows = paragraphVectors(input)
  await others()
  const drawn = drawStretches(section)
  const model = fitParagraphThemes(
    selectRows(rows, drawn),
    drawn.map((p) => section[p]),
    { most }
  )
  const theme = new Int32Array(paragraphs.length)
  for (let start = 0; start < theme.length;) {
    await others()
    let end = Math.min(start + SLICE, theme.length)
    while (end < theme.length && section[end] === section[end - 1]) end++
    theme.set(assignParagraphThemes(rowsBetween(rows, start, end), section.slice(start, end), model), start)
    start = end
  }
  await others()
  const order = shares(
    theme,
    paragraphs.map(({ words }) => words),
    model.themes.length
  )
  const number = new Map(order.map(({ theme: own }, n) => [own, n]))
  const passages = order.map((): FilesTheme['passages'][number][] => [])
  const numbered = Array.from(theme, (own) => number.get(own) ?? -1)
  for (const [p, n] of numbered.entries()) {
    const { file, span, opening } = paragraphs[p]
    if (n >= 0) passages[n].push({ uri: file.uri, span, opening })
  }
  const named = partOf(input, drawn)
  const labels = labelParagraphThemes(
    named,
    Array.from(drawn, (p) => numbered[p]),
    order.length
  )
  return labels.map(({ heading, terms }, n) => ({
    name: heading,
    terms: terms.map(({ term }) => term),
    share: order[n].share,
    passages: passages[n]
  }))
}

/** Returns a random sample of stretches of paragraphs, ascending; all paragraphs if there are at most SAMPLE. @param section of each paragraph */
function drawStretches(section: readonly number[]): Int32Array {
  const stretches: number[][] = []
  section.forEach((own, p) => {
    const last = stretches.at(-1)
    if (last === undefined || section[last[0]] !== own || last.length === STRETCH) stretches.push([p])
    else last.push(p)
  })
  createRandom(1).fork('workspace themes').shuffle(stretches)
  const drawn: number[] = []
  for (const stretch of stretches) if (drawn.length < SAMPLE) drawn.push(...stretch)
  return Int32Array.from(drawn).sort()
}

/** Returns a subset of the paragraphs with their sentences. */
function partOf(
  { paragraphs, sentences }: Omit<OutlineInput, 'vectors'>,
  drawn: Int32Array
): Omit<OutlineInput, 'vectors'> {
  const number = new Map(Array.from(drawn, (p, n) => [p, n]))
  return {
    paragraphs: Array.from(drawn, (p) => paragraphs[p]),
    sentences: sentences.flatMap(({ text, paragraph }) => {
      const own = number.get(paragraph)
      return own === undefined ? [] : [{ text, paragraph: own }]
    })
  }
}
