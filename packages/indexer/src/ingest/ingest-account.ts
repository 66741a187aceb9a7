import { extname } from 'node:path'
import { MAX_FIELDS } from '../store/fields.js'
import { isIndexSource } from './index-sources.js'
import { NO_FILE, type SourceDocument, type SourceProblem } from './source-document.js'
import type { SentenceDocument } from './documents.js'

/** Maximum number of file name extensions listed in a report. */
const MAX_ENDINGS = 100

/** Maximum number of keys of front matter listed in a report. */
const MAX_KEYS = 100

/** Maximum number of keys that are counted: a list of them has no end if keys are made from data. */
const MAX_COUNTED_KEYS = 10_000

/** Maximum number of files listed for a note. */
const MAX_FILES = 3

/** Counts of one run. `read` is `indexed` + `unchanged` + `skipped` + `failed` + `dead`. */
export interface IngestCounts {
  readonly read: number
  readonly indexed: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
  /** Documents that the store rejected for good; the next run tries them again. */
  readonly dead: number
  /** Documents among `skipped` that were too large. */
  readonly tooLarge: number
  /** Tables among `skipped` whose header does not fit, mostly because no option names their column of texts. Absent if there are none. */
  readonly unreadTables?: number
  /** Files in folders whose format is not supported; not part of `read`. */
  readonly otherKinds: number
  /**
   * Number of these per file name extension, most frequent first, at most MAX_ENDINGS: `{".png": 1102}`. Absent if
   * there are none.
   */
  readonly otherEndings?: Readonly<Record<string, number>>
  /** Files and folders that ignore files or options left out. */
  readonly ignored: number
  /** Number of sentences written. */
  readonly sentences: number
  /** Number of sentences left out because they have no word or more than MAX_SENTENCE_LENGTH characters. */
  readonly leftOut: number
  /** Number of documents written with the date in their file's name. */
  readonly datedByName: number
  /** Documents written without a date because the one they state cannot be read. */
  readonly unreadDates: number
  /** The first document with such a date. */
  readonly firstUnreadDate?: { readonly source: string; readonly date: string }
  /** Documents written whose front matter cannot be read as YAML, with the first of them. Absent without any. */
  readonly brokenFrontMatter?: { readonly documents: number; readonly source: string; readonly reason: string }
  /**
   * Names of members of JSON or front matter that cannot be fields, each with the number of written documents that have
   * it; at most MAX_FIELDS names.
   */
  readonly passedOver?: Readonly<Record<string, number>>
  /**
   * Keys of front matter that became no fields because no option names them, each with the number of written documents that
   * have it; most frequent first, at most MAX_KEYS.
   */
  readonly leftOutKeys?: Readonly<Record<string, number>>
  /** Fields of which a value was left out because it is of another type, at most MAX_FIELDS. */
  readonly unfit?: Readonly<Record<string, UnfitField>>
  /**
   * Documents by language that have no vectors because the encoder does not read it: they are found by words alone and have no themes.
   */
  readonly unread?: Readonly<Record<string, number>>
  /** The first files with such documents, at most MAX_FILES, without duplicates; none for documents that are in no file. */
  readonly unreadFiles?: readonly string[]
  /** Documents written by the encoding of their file, without those in UTF-8. */
  readonly encodings?: Readonly<Record<string, number>>
  /** The first files of each encoding, at most MAX_FILES, without duplicates. */
  readonly encodingFiles?: Readonly<Record<string, readonly string[]>>
}

/** Values of a field that a collection does not take. */
export interface UnfitField {
  /** How many documents have one. */
  readonly documents: number
  /** What is wrong with the first of them, and where it is. */
  readonly reason: string
  readonly source: string
  readonly line?: number
  readonly item?: number
}

/** Counts what happens to each document of a run, and collects the problems. */
export class IngestAccount {
  /**
   * One for each document that was skipped, failed or was refused by the store. In reading order, except for the
   * refused ones.
   */
  readonly problems: SourceProblem[] = []
  private readonly counted = {
    ...{ read: 0, indexed: 0, unchanged: 0, skipped: 0, failed: 0, dead: 0 },
    ...{ tooLarge: 0, otherKinds: 0, ignored: 0, sentences: 0, leftOut: 0, datedByName: 0, unreadDates: 0 }
  }
  private unreadTables = 0
  private brokenFrontMatter: IngestCounts['brokenFrontMatter']
  private firstUnreadDate: IngestCounts['firstUnreadDate']
  private readonly passedOver = new Map<string, number>()
  private readonly leftOutKeys = new Map<string, number>()
  private readonly otherEndings = new Map<string, number>()
  private readonly unfit = new Map<string, UnfitField>()
  private readonly encodings = new Map<string, { documents: number; readonly files: string[] }>()
  private readonly unread = new Map<string, number>()
  private readonly unreadFiles: string[] = []

  get read(): number {
    return this.counted.read
  }

  get sentences(): number {
    return this.counted.sentences
  }

  add(what: 'read' | 'unchanged' | 'ignored' | 'leftOut', count = 1): void {
    this.counted[what] += count
  }

  addOtherKind(source: string): void {
    this.counted.otherKinds++
    const ending = extname(source).toLowerCase()
    this.otherEndings.set(ending, (this.otherEndings.get(ending) ?? 0) + 1)
  }

  report(problem: SourceProblem): void {
    this.counted[problem.status]++
    if (problem.tooLarge === true) this.counted.tooLarge++
    if (problem.keeps === true) this.unreadTables++
    this.problems.push(problem)
  }

  addUnread(language: string, { source }: SourceDocument): void {
    this.unread.set(language, (this.unread.get(language) ?? 0) + 1)
    if (source !== NO_FILE && !isIndexSource(source)) addFile(this.unreadFiles, source)
  }

  /** @param reason what is wrong with the value of the field */
  addUnfit(name: string, reason: string, { source, line, item }: SourceDocument): void {
    const before = this.unfit.get(name)
    if (before !== undefined) this.unfit.set(name, { ...before, documents: before.documents + 1 })
    else if (this.unfit.size < MAX_FIELDS)
      this.unfit.set(name, {
        ...{ documents: 1, reason, source },
        ...(line !== undefined && { line }),
        ...(item !== undefined && { item })
      })
  }

  addIndexed(source: SourceDocument, split: SentenceDocument): void {
    this.counted.indexed++
    this.counted.sentences += split.sentences.length
    this.counted.leftOut += split.leftOut
    if (split.datedByName) this.counted.datedByName++
    for (const name of [...(source.passedOver ?? []), ...(split.passedOver ?? [])]) {
      const before = this.passedOver.get(name) ?? 0
      if (before > 0 || this.passedOver.size < MAX_FIELDS) this.passedOver.set(name, before + 1)
    }
    for (const key of split.leftOutKeys ?? []) {
      const before = this.leftOutKeys.get(key) ?? 0
      if (before > 0 || this.leftOutKeys.size < MAX_COUNTED_KEYS) this.leftOutKeys.set(key, before + 1)
    }
    const { frontMatterFault: reason } = split
    if (reason !== undefined) {
      const before = this.brokenFrontMatter ?? { documents: 0, source: source.source, reason }
      this.brokenFrontMatter = { ...before, documents: before.documents + 1 }
    }
    const { encoding } = source
    if (encoding !== undefined) {
      const before = this.encodings.get(encoding) ?? { documents: 0, files: [] }
      before.documents++
      addFile(before.files, source.source)
      this.encodings.set(encoding, before)
    }
    if (split.unreadDate === undefined) return
    this.counted.unreadDates++
    this.firstUnreadDate ??= { source: source.source, date: split.unreadDate }
  }

  /** Returns the counts. @throws Error if a document is unaccounted for. */
  counts(): IngestCounts {
    const { read, indexed, unchanged, skipped, failed, dead } = this.counted
    if (read !== indexed + unchanged + skipped + failed + dead) {
      throw new Error(`the counts do not add up to ${read} documents read: ${JSON.stringify(this.counted)}`)
    }
    const endings = mostFrequent(this.otherEndings, MAX_ENDINGS)
    const keys = mostFrequent(this.leftOutKeys, MAX_KEYS)
    return {
      ...this.counted,
      ...(this.unreadTables > 0 && { unreadTables: this.unreadTables }),
      ...(endings.length > 0 && { otherEndings: Object.fromEntries(endings) }),
      ...(this.brokenFrontMatter && { brokenFrontMatter: this.brokenFrontMatter }),
      ...(this.firstUnreadDate && { firstUnreadDate: this.firstUnreadDate }),
      ...(this.passedOver.size > 0 && { passedOver: Object.fromEntries(this.passedOver) }),
      ...(keys.length > 0 && { leftOutKeys: Object.fromEntries(keys) }),
      ...(this.unfit.size > 0 && { unfit: Object.fromEntries(this.unfit) }),
      ...(this.unread.size > 0 && { unread: Object.fromEntries(this.unread) }),
      ...(this.unreadFiles.length > 0 && { unreadFiles: this.unreadFiles }),
      ...(this.encodings.size > 0 && {
        encodings: Object.fromEntries(Array.from(this.encodings, ([name, { documents }]) => [name, documents])),
        encodingFiles: Object.fromEntries(Array.from(this.encodings, ([name, { files }]) => [name, files]))
      })
    }
  }
}

function mostFrequent(counts: ReadonlyMap<string, number>, most: number): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, most)
}

/** Adds a file to the first ones that a note is about. */
function addFile(files: string[], file: string): void {
  if (files.length < MAX_FILES && !files.includes(file)) files.push(file)
}

/** Whether a run read and wrote all that the user may expect. */
export function isComplete({ failed, tooLarge, dead, unreadTables = 0 }: IngestCounts): boolean {
  return failed + tooLarge + dead + unreadTables === 0
}
