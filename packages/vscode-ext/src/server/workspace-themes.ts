import type { DocumentFormat, Encoder, OutlineInput, Span } from '@leitmotif/encoder'
import {
  assignParagraphThemes,
  fitParagraphThemes,
  labelParagraphThemes,
  paragraphVectors,
  shares
} from '@leitmotif/encoder/stages'
import { createRandom, rowsBetween, selectRows, yieldToHost, zeroVectors } from '@leitmotif/encoder/vectors'
import { readDraftText, type DraftText } from '../draft/draft-text.js'
import { refuseDraft, refuseText, type DraftRefusal } from '../draft/limits.js'
import { createSentenceRows } from '../draft/sentence-rows.js'
import { Refused } from '../protocol/refusals.js'

export const WORKSPACE_LIMITS = {
  files: 2_000,
  /** Of all files together, in UTF-16 code units: some 2 million words, a shelf of novels. */
  length: 12_000_000
} as const

/** Paragraphs that themes are made of, and named by, at most; those of longer text are drawn by chance. */
const SAMPLE = 4_000
/** Paragraphs that stand together in a section, and are drawn together, at most: each is read with its neighbours. */
const STRETCH = 20
/** Paragraphs that are given themes before others have their yieldToHost, or as many more as their section has. */
const SLICE = 1_000

/** A file of a workspace. */
export interface WorkspaceFile {
  readonly uri: string
  readonly text: string
  readonly format: DocumentFormat
}

/** A theme of all files. */
interface FilesTheme {
  readonly name: string
  readonly terms: readonly string[]
  /** Of the words of all files. */
  readonly share: number
  /** Its paragraphs in reading order, the files in the order given. */
  readonly passages: readonly { readonly uri: string; readonly span: Span; readonly opening: string }[]
}

export interface WorkspaceThemesOptions {
  /** Themes at most. */
  readonly most: number
  /** Told after each file that is read, with how many are. */
  readonly progress?: (done: number, files: number) => void
  readonly signal?: AbortSignal
}

/** The themes of many files, such as a book's chapters. */
export interface FilesThemes {
  /** The largest first. */
  readonly themes: readonly FilesTheme[]
  /** Files that were left out, and why. */
  readonly left: readonly { readonly uri: string; readonly reason: DraftRefusal }[]
}

/**
 * Themes across files: their paragraphs together, as if the files were one draft, one after the other. A file that is too large or
 * no text is left out. Time is linear in the text.
 * @throws Refused where there are more files, or more text, than WORKSPACE_LIMITS; the signal's reason, once it is aborted
 */
export async function themesOfFiles(
  files: readonly WorkspaceFile[],
  encoder: Encoder,
  { most, progress, signal }: WorkspaceThemesOptions
): Promise<FilesThemes> {
  checkSize(files)
  const left: { uri: string; reason: DraftRefusal }[] = []
  const drafts: { file: WorkspaceFile; draft: DraftText; rows: Float32Array }[] = []
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted()
    const draft = readFile(file)
    if ('of' in draft) left.push({ uri: file.uri, reason: draft })
    else {
      const sentences = draft.sentences.map(({ text }) => text)
      const { data } = await createSentenceRows(encoder, 'static').of(sentences, signal)
      drafts.push({ file, draft, rows: data })
    }
    progress?.(index + 1, files.length)
    await yieldToHost() // for what the connection brings: a cancellation
  }
  return { themes: await findThemes(drafts, encoder.dims.static!, most, signal), left }
}

function checkSize(files: readonly WorkspaceFile[]): void {
  const length = files.reduce((sum, { text }) => sum + text.length, 0)
  if (files.length > WORKSPACE_LIMITS.files) {
    throw new Refused(({ manyFiles }) => manyFiles(files.length, WORKSPACE_LIMITS.files))
  }
  if (length > WORKSPACE_LIMITS.length) {
    throw new Refused(({ muchText }) => muchText(length, WORKSPACE_LIMITS.length))
  }
}

/** A file's draft, or why it is left out. */
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

/** Paragraphs, ascending, of stretches drawn by chance until there are SAMPLE; all where there are no more. @param section of each */
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

/** Some paragraphs alone, with their sentences. */
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
