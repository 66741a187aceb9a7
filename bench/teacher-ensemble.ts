/**
 * Joins a teacher's vectors of sentences with those of models/leitmotif-en's `sentences` at .7 of its length, and of ANOTHER teacher at
 * SHARE: together they separate sections better than alone (TRAINING.md).
 *
 *     node bench/dist/teacher-ensemble.js TEACHER ARTICLES OUT [ANOTHER SHARE [MORE_ARTICLES OWN SHARE]]
 *
 * TEACHER, ANOTHER: files of teacher.py. ARTICLES, MORE_ARTICLES: files of teacher-articles.ts; sentences of MORE_ARTICLES have their
 * own lengths, OWN for `sentences` and SHARE for ANOTHER.
 */
import { loadEncoder } from '@leitmotif/encoder'
import { readTeacher } from '@leitmotif/trainer'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'

const OWN = 0.7
const GROUP = 8192

const [path, articles, out, anotherPath, anotherShare = '1', moreArticles, ...shares] = process.argv.slice(2)
if (![5, 7, 10].includes(process.argv.length) || ![anotherShare, ...shares].every((share) => Number(share) > 0)) {
  process.stderr.write(
    'usage: node bench/dist/teacher-ensemble.js TEACHER ARTICLES OUT [ANOTHER SHARE [MORE_ARTICLES OWN SHARE]]\n'
  )
  process.exit(2)
}
const teacher = await readTeacher(path)
const another = process.argv.length === 5 ? undefined : await readTeacher(anotherPath)
const encoder = await loadEncoder('models/leitmotif-en', { cache: 0, threads: availableParallelism() })
const texts = new Map<number, { text: string; own: number; other: number }>()
const given: [string, number, number][] = [[articles, OWN, Number(anotherShare)]]
if (shares.length > 0) given.push([moreArticles, Number(shares[0]), Number(shares[1])])
for (const [file, own, other] of given) {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { sentences, titles } = JSON.parse(line) as { sentences: [string][]; titles: string[] }
    for (const text of [...sentences.map(([text]) => text), ...titles]) {
      const place = teacher.placeOf(text)
      if (place >= 0 && another?.placeOf(text) !== -1) texts.set(place, { text, own, other })
    }
  }
}
const places = [...texts.keys()].sort((a, b) => a - b)
const dims = teacher.dims + encoder.dims.sentences! + (another?.dims ?? 0)
const licenses = [teacher.license, 'CC BY-SA 4.0', ...(another === undefined ? [] : [another.license])]
const license = [...new Set(licenses.flatMap((each) => each.split(', ')))].join(', ')
const sharesNamed = given.map(
  ([, own, other]) =>
    `sentences of ${encoder.name} at ${own}${another === undefined ? '' : `, and ${another.name} at ${other}`}`
)
const name = `${teacher.name}, and ${sharesNamed.join('; or ')}`
const file = createWriteStream(out)
file.write(
  `${JSON.stringify({ format: 'leitmotif-teacher', version: 1, name, license, dims, sentences: places.length })}\n`
)
const keys = places.map((place) => createHash('sha256').update(texts.get(place)!.text).digest().subarray(0, 8))
file.write(Buffer.concat(keys))
for (let from = 0; from < places.length; from += GROUP) {
  const group = places.slice(from, from + GROUP)
  const taught = teacher.rows(group)
  const sentences = group.map((place) => texts.get(place)!)
  const encoded = await encoder.encode(
    sentences.map(({ text }) => text),
    { representation: 'sentences' }
  )
  const others = another?.rows(sentences.map(({ text }) => another.placeOf(text)))
  const rows = new Int8Array(group.length * dims)
  sentences.forEach(({ own, other }, i) => {
    const row = [
      ...taught.subarray(i * teacher.dims, (i + 1) * teacher.dims),
      ...encoded.data.subarray(i * encoded.dims, (i + 1) * encoded.dims).map((value) => own * value),
      ...(others?.subarray(i * another!.dims, (i + 1) * another!.dims).map((value) => other * value) ?? [])
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
