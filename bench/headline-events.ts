/**
 * Measures the events of headlines against those that a person read out of them (headline-events.txt): on 98 headlines to
 * choose by and 99 to measure, 45 each of the news, 29 each of the clickbait, the rest of Humicroedit.
 *
 *     node bench/dist/headline-events.js CHUNKER HEADLINES...
 */
import { cleanHeadline, headlineWords, readChunker, wholeEventOf, type Event } from '@leitmotif/encoder/events'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Judged {
  readonly set: string
  /** Where subject, verb and object lie in the words; nothing where there is no event. */
  readonly places: readonly number[] | undefined
}

interface Figures {
  events: number
  right: number
  rightVerb: number
  none: number
  rightNone: number
}

const WORD = /[\p{L}\p{N}%$£€¥]/u
const PARTS = ['subject', 'verb', 'object'] as const

const [chunkerFile, ...files] = process.argv.slice(2)
const chunker = readChunker(readFileSync(chunkerFile))
const judged = new Map(
  readFileSync(fileURLToPath(new URL('../headline-events.txt', import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, Judged] => {
      const [set, hash, ...places] = line.split(' ')
      return [hash, { set, places: places[0] === '-' ? undefined : places.map(Number) }]
    })
)

function eventAt(headline: string, [from, verb, end, to]: readonly number[]): Event {
  const words = headlineWords(cleanHeadline(headline))
  const part = (start: number, stop: number): string[] => words.slice(start, stop).filter((word) => WORD.test(word))
  return { subject: part(from, verb), verb: part(verb, end), object: part(end, to) }
}

const text = ({ subject, verb, object }: Event): string =>
  [subject, verb, object].map((words) => words.join(' ')).join('|')

const table = new Map<string, Figures>()
const seen = new Set<string>()
for (const file of files) {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const headline = line.trim()
    const hash = createHash('sha256').update(headline, 'utf8').digest('hex').slice(0, 16)
    const wanted = judged.get(hash)
    if (wanted === undefined || seen.has(hash)) continue
    seen.add(hash)
    const found = wholeEventOf(chunker, headline)
    for (const name of [`${wanted.set}, ${basename(file)}`, `${wanted.set}, all`]) {
      const figures = table.get(name) ?? { events: 0, right: 0, rightVerb: 0, none: 0, rightNone: 0 }
      table.set(name, figures)
      if (wanted.places === undefined) {
        figures.none++
        if (found === undefined) figures.rightNone++
        continue
      }
      const event = eventAt(headline, wanted.places)
      figures.events++
      if (found !== undefined && text(found) === text(event)) figures.right++
      if (found !== undefined && found.verb.some((word) => event.verb.includes(word))) figures.rightVerb++
    }
  }
}
console.log(`of each ${PARTS.join(', ')}: all three right to the word; the verb right but for its length; rightly none`)
for (const [name, { events, right, rightVerb, none, rightNone }] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${name.padEnd(34)} ${right} of ${events} · ${rightVerb} of ${events} · ${rightNone} of ${none}`)
}
