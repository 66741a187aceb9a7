import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTeacher } from './teacher.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-'))
})
afterAll(() => rm(folder, { recursive: true }))

const HEADER = {
  format: 'leitmotif-teacher',
  version: 1,
  name: 'a larger model',
  license: 'MIT',
  dims: 2,
  sentences: 3
}
const SAID: readonly (readonly [string, readonly number[]])[] = [
  ['Bees leave the hive in May.', [3, 4]],
  ['The bridge is closed to carts.', [0, -127]],
  ['Élan of the – crowd', [-5, 12]]
]

const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 8)

async function teacherFile(header: object, rest = 0): Promise<string> {
  const sorted = [...SAID].sort(([a], [b]) => Buffer.compare(keyOf(a), keyOf(b)))
  const path = join(folder, 'said.bin')
  const head = Buffer.from(`${JSON.stringify(header)}\n`)
  const rows = Buffer.from(Int8Array.from(sorted.flatMap(([, row]) => row)).buffer)
  await writeFile(path, Buffer.concat([head, ...sorted.map(([text]) => keyOf(text)), rows, Buffer.alloc(rest)]))
  return path
}

describe("A teacher's file", () => {
  it('gives each sentence that it knows its row, at length 1, and others zeros', async () => {
    const teacher = await readTeacher(await teacherFile(HEADER))
    const places = [...SAID.map(([text]) => teacher.placeOf(text)), teacher.placeOf('Nobody said this.')]
    expect(places[3]).toBe(-1)
    const rows = [0.6, 0.8, 0, -1, -5 / 13, 12 / 13, 0, 0].map(Math.fround)
    expect([...teacher.rows(places)]).toEqual(rows)
    expect(teacher).toMatchObject({ name: 'a larger model', license: 'MIT', dims: 2, zeros: 0 })
  })

  it('is refused by name where there is none', async () => {
    await expect(readTeacher(join(folder, 'nobody.bin'))).rejects.toThrow(/nobody\.bin/)
  })

  it('is refused when its keys are in another order, or one is there twice', async () => {
    const file = async (...keys: string[]): Promise<string> => {
      const path = join(folder, 'order.bin')
      const head = Buffer.from(`${JSON.stringify(HEADER)}\n`)
      await writeFile(path, Buffer.concat([head, ...keys.map((key) => Buffer.from(key, 'hex')), Buffer.alloc(6)]))
      return path
    }
    const [a, b, c] = ['00000000000000ff', '7f00000000000000', '8000000000000000']
    expect(await readTeacher(await file(a, b, c))).toMatchObject({ zeros: 3 })
    await expect(readTeacher(await file(a, c, b))).rejects.toThrow(/order\.bin: key 3 of 3 is not above/)
    await expect(readTeacher(await file(a, a, b))).rejects.toThrow(/key 2 of 3 is not above/)
  })

  it('is refused when it is cut off, goes on too long, or is something else', async () => {
    await expect(readTeacher(await teacherFile(HEADER, 1))).rejects.toThrow(/has \d+ bytes, but its header says \d+/)
    await expect(readTeacher(await teacherFile({ ...HEADER, sentences: 4 }))).rejects.toThrow(/but its header says/)
    for (const wrong of [{}, { ...HEADER, dims: 0 }, { ...HEADER, version: 2 }, { ...HEADER, name: 3 }, []]) {
      await expect(readTeacher(await teacherFile(wrong))).rejects.toThrow(/not a teacher's file/)
    }
  })
})
