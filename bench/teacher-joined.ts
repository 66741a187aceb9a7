/**
 * Adds to what a teacher says of sentences what the representation `sentences` of models/leitmotif-en says, at .7 of its
 * length, and what ANOTHER teacher says of them, at SHARE of its: together they tell sections apart better than alone (TRAINING.md).
 *
 *     node bench/dist/teacher-joined.js TEACHER ARTICLES OUT [ANOTHER SHARE]
 *
 * TEACHER and ANOTHER as teacher.py writes them, of ARTICLES as teacher-articles.ts does.
 */
import { loadEncoder } from '@leitmotif/encoder'
import { readTeacher } from '@leitmotif/trainer'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'

const SHARE = 0.7
const GROUP = 8192

const [path, articles, out] = process.argv.slice(2)
const anotherPath = process.argv.at(5)
const anotherShare = Number(process.argv.at(6))
if (![5, 7].includes(process.argv.length) || (anotherPath !== undefined && !(anotherShare > 0))) {
  process.stderr.write('usage: node bench/dist/teacher-joined.js TEACHER ARTICLES OUT [ANOTHER SHARE]\n')
  process.exit(2)
}
const teacher = await readTeacher(path)
const another = anotherPath === undefined ? undefined : await readTeacher(anotherPath)
const encoder = await loadEncoder('models/leitmotif-en', { cache: 0, threads: availableParallelism() })
const texts = new Map<number, string>()
for await (const line of createInterface({ input: createReadStream(articles) })) {
  const { sentences, titles } = JSON.parse(line) as { sentences: [string][]; titles: string[] }
  for (const text of [...sentences.map(([text]) => text), ...titles]) {
    const place = teacher.placeOf(text)
    if (place >= 0 && another?.placeOf(text) !== -1) texts.set(place, text)
  }
}
const places = [...texts.keys()].sort((a, b) => a - b)
const dims = teacher.dims + encoder.dims.sentences! + (another?.dims ?? 0)
const licenses = [teacher.license, 'CC BY-SA 4.0', ...(another === undefined ? [] : [another.license])]
const license = [...new Set(licenses.flatMap((each) => each.split(', ')))].join(', ')
const name = `${teacher.name}, and sentences of ${encoder.name} at ${SHARE}${another === undefined ? '' : `, and ${another.name} at ${anotherShare}`}`
const file = createWriteStream(out)
file.write(
  `${JSON.stringify({ format: 'leitmotif-teacher', version: 1, name, license, dims, sentences: places.length })}\n`
)
const keys = places.map((place) => createHash('sha256').update(texts.get(place)!).digest().subarray(0, 8))
file.write(Buffer.concat(keys))
for (let from = 0; from < places.length; from += GROUP) {
  const group = places.slice(from, from + GROUP)
  const given = teacher.rows(group)
  const sentences = group.map((place) => texts.get(place)!)
  const own = await encoder.encode(sentences, { representation: 'sentences' })
  const other = another?.rows(sentences.map((text) => another.placeOf(text)))
  const rows = new Int8Array(group.length * dims)
  group.forEach((_, i) => {
    const row = [
      ...given.subarray(i * teacher.dims, (i + 1) * teacher.dims),
      ...own.data.subarray(i * own.dims, (i + 1) * own.dims).map((value) => SHARE * value),
      ...(other?.subarray(i * another!.dims, (i + 1) * another!.dims).map((value) => anotherShare * value) ?? [])
    ]
    const most = Math.max(...row.map(Math.abs), 1e-9)
    rows.set(
      Int8Array.from(row, (value) => Math.round((value * 127) / most)),
      i * dims
    )
  })
  if (!file.write(rows)) await once(file, 'drain')
}
file.end()
await once(file, 'finish')
encoder.dispose()
