/**
 * Compares sentence splitters: on our case file, on sentencex's own cases if FOLDER is given, in speed on real text, and in time on
 * repetitive text.
 *
 *     node bench/dist/sentence-splitters.js [FOLDER]        FOLDER: `tests` of a clone of wikimedia/sentencex
 */
import { slice, splitSentences } from '@leitmotif/encoder'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import sbd from 'sbd'
import { split } from 'sentence-splitter'
import { get_sentence_boundaries, initSync } from 'sentencex-wasm'

type Splitter = (text: string, language: string) => string[]

initSync({ module: readFileSync(createRequire(import.meta.url).resolve('sentencex-wasm/sentencex_wasm_bg.wasm')) })

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const ABBREVIATED =
  /(?:^|[\s("“])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Mt|Gen|Sen|Rep|Gov|Rev|Hon|Capt|Lt|Col|Jr|Sr|Inc|Ltd|Co|Corp|Bros|Dept|vs|v|cf|al|etc|e\.g|i\.e|viz|no|No|vol|Vol|p|pp|Fig|Figs|fig|ca|c|Jan|Feb|Aug|Sept|Oct|Nov|Dec|(?:\p{L}\.)+\p{L})\.\s*$/u

/** Intl.Segmenter's sentences, rejoined after abbreviations. */
function segmentAndRepair(text: string): string[] {
  const pieces: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    if (pieces.length > 0 && ABBREVIATED.test(pieces[pieces.length - 1].slice(-24)))
      pieces[pieces.length - 1] += segment
    else pieces.push(segment)
  }
  return pieces
}

const SPLITTERS: Record<string, Splitter> = {
  'own rules': (text) => splitSentences(text).map((span) => slice(text, span)),
  'sentencex-wasm 0.1.31': (text, language) =>
    (get_sentence_boundaries(language, text) as { text: string }[]).map((boundary) => boundary.text),
  'Intl.Segmenter': (text) => Array.from(segmenter.segment(text), ({ segment }) => segment),
  'Intl.Segmenter, repaired': segmentAndRepair,
  'sentence-splitter 5.0.1': (text) =>
    split(text)
      .filter((node) => node.type === 'Sentence')
      .map((node) => node.raw),
  'sbd 1.0.19': (text) => sbd.sentences(text, { newline_boundaries: true })
}

interface Case {
  readonly language: string
  readonly text: string
  /** Offsets of all sentences after the first. */
  readonly starts: readonly number[]
}

/** Returns the offsets in `text` of all pieces after the first, ignoring white space at their ends. */
function startsOf(text: string, pieces: readonly string[]): number[] {
  const starts: number[] = []
  let at = 0
  for (const piece of pieces) {
    const bare = piece.trim()
    if (bare === '') continue
    const found = text.indexOf(bare, at)
    // The splitter changed the text: the boundary has no offset and counts as wrong.
    starts.push(found)
    at = Math.max(at, found + bare.length)
  }
  return starts.slice(1)
}

function readCases(): Case[] {
  const path = fileURLToPath(new URL('../../packages/encoder/src/text/sentences.cases.txt', import.meta.url))
  const lines = readFileSync(path, 'utf8').split('\n')
  let language = 'en'
  const cases: Case[] = []
  for (const line of lines) {
    if (line.startsWith('# German')) language = 'de'
    else if (line.startsWith('# French')) language = 'fr'
    else if (line.startsWith('# Spanish')) language = 'es'
    else if (line.startsWith('# Dutch')) language = 'nl'
    if (line === '' || line.startsWith('#')) continue
    const pieces = line.replace(/^!/, '').replaceAll('\\n', '\n').replaceAll('\\r', '\r').split('¦')
    const text = pieces.join('')
    cases.push({ language: languageOf(text) ?? language, text, starts: startsOf(text, pieces) })
  }
  return cases
}

/** Guesses a case's language for sentencex, mostly by script. */
function languageOf(text: string): string | undefined {
  const scripts: [RegExp, string][] = [
    [/[\u3041-\u30ff]/, 'ja'],
    [/[\u4e00-\u9fff]/, 'zh'],
    [/[\uac00-\ud7af]/, 'ko'],
    [/[ہے]/, 'ur'],
    [/\p{Script=Arabic}/u, 'ar'],
    [/\p{Script=Devanagari}/u, 'hi'],
    [/\p{Script=Greek}/u, 'el'],
    [/\p{Script=Armenian}/u, 'hy'],
    [/\p{Script=Myanmar}/u, 'my'],
    [/\p{Script=Ethiopic}/u, 'am'],
    [/\p{Script=Cyrillic}/u, 'ru']
  ]
  return scripts.find(([script]) => script.test(text))?.[1]
}

/** Parses sentencex's cases: text, ---, one sentence a line, ===. */
function readSentencexCases(folder: string): Case[] {
  const cases: Case[] = []
  for (const name of readdirSync(folder).filter((file) => /^[a-z]{2}\.txt$/.test(file))) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    const blocks = lines
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .split(/^===$/m)
    for (const block of blocks) {
      const [text, sentences] = block.split(/^---$/m).map((part) => part.trim())
      if (sentences) cases.push({ language: name.slice(0, 2), text, starts: startsOf(text, sentences.split('\n')) })
    }
  }
  return cases
}

function judge(splitter: Splitter, cases: readonly Case[]): string {
  let exact = 0
  let right = 0
  let found = 0
  let wanted = 0
  for (const { language, text, starts } of cases) {
    const got = startsOf(text, splitter(text, language))
    const hits = got.filter((start) => starts.includes(start)).length
    if (hits === starts.length && hits === got.length) exact++
    right += hits
    found += got.length
    wanted += starts.length
  }
  const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1)
  return `${exact} / ${cases.length} | ${percent(right, found)} | ${percent(right, wanted)}`
}

/** Returns paragraphs of real articles, about two million characters. */
function readParagraphs(): string[] {
  const data = process.env.LEITMOTIF_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
  const path = join(data, 'openstax.jsonl.gz')
  if (!existsSync(path)) return []
  const paragraphs: string[] = []
  let length = 0
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n')) {
    if (length > 2_000_000 || line === '') break
    const article = JSON.parse(line) as { sections: { paragraphs: string[] }[] }
    for (const paragraph of article.sections.flatMap((section) => section.paragraphs)) {
      paragraphs.push(paragraph)
      length += paragraph.length
    }
  }
  return paragraphs
}

/** Returns processor time: other work disturbs it less than clock time. */
function milliseconds(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const REPEATED = ['.', 'a.', 'A. ', '((((', '"', ' ', '\n', '. . ', 'word', '.) ', '👍', 'e\u0301']
const REPEATED_LENGTH = 16_384
const SLOW = 60_000

/** Returns the slowest text, its time, and the ratio to a quarter of its length. */
function stress(splitter: Splitter): string {
  let worst = { unit: '', time: -1, ratio: 0 }
  let spent = 0
  for (const unit of REPEATED) {
    const text = unit.repeat(REPEATED_LENGTH / unit.length)
    const once = milliseconds(() => splitter(text, 'en'))
    const time = milliseconds(() => splitter(text.repeat(4), 'en'))
    if (time > worst.time) worst = { unit, time, ratio: time / once }
    spent += time
    if (spent > SLOW) break
  }
  return `${JSON.stringify(worst.unit)} ${worst.time.toFixed(0)} ms, ${worst.ratio.toFixed(1)}x`
}

const cases = readCases()
const folder = process.argv.at(2)
const sentencexCases = folder === undefined ? [] : readSentencexCases(folder)
const paragraphs = readParagraphs()
const length = paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0)
if (length === 0) console.error('No speed on real text: openstax.jsonl.gz is not in ../shared/data or LEITMOTIF_DATA.')

console.log(
  '| splitter | cases | precision | recall | sentencex’s cases | precision | recall | MB/s | slowest of 64 KB, and against 16 KB |'
)
console.log('|---|---|---|---|---|---|---|---|---|')
for (const [name, splitter] of Object.entries(SPLITTERS)) {
  const theirs = sentencexCases.length === 0 ? '- | - | -' : judge(splitter, sentencexCases)
  const time = milliseconds(() => {
    for (const paragraph of paragraphs) splitter(paragraph, 'en')
  })
  const speed = length === 0 ? '-' : (length / 1000 / time).toFixed(1)
  console.log(`| ${name} | ${judge(splitter, cases)} | ${theirs} | ${speed} | ${stress(splitter)} |`)
}
