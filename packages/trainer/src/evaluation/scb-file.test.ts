import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readScb, scbLines } from './scb-file.js'
import { drawScb, measureScb } from './scb.js'
import type { Measurable } from './tdc.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-scb-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const articles = [1, 2].map((a) => ({
  id: `article ${a}`,
  title: 'A',
  sections: Array.from({ length: 7 }, (_, s) => ({
    heading: `Part ${s}`,
    level: 1,
    paragraphs: Array.from({ length: 4 }, (_, p) => `Sentence ${p} of section ${s}\tof article ${a} says this.`)
  }))
}))

/** Encodes a sentence by its section and number. */
const encoder: Measurable = {
  encode: (texts) => {
    const rows = texts.map((text) => {
      const [number, section] = [...text.matchAll(/\d+/g)].map(Number)
      const angle = section + number / 10
      return [Math.cos(angle), Math.sin(angle)]
    })
    return Promise.resolve({ count: texts.length, dims: 2, data: Float32Array.from(rows.flat()) })
  }
}

it('A benchmark that was written as a file gives the figures of its articles', async () => {
  const drawn = await drawScb(articles)
  const path = await written('scb.tsv', [...scbLines(drawn)].join(''))
  const read = await readScb(path)
  expect(read.map(({ id, count, sentences }) => [id, count, sentences.length])).toEqual(
    drawn.map(({ id, count, sentences }) => [id, count, sentences.length])
  )
  expect(await measureScb(encoder, read)).toEqual(await measureScb(encoder, drawn))
})

it('A benchmark of others is read by its columns, in any order and with any names of sections', async () => {
  const path = await written(
    'other.tsv',
    'Sentence\tArticle\tSection\none\tx\tHistory\ntwo\tx\tUse\nthree\tx\tHistory\n'
  )
  const [{ id, sentences, sections, count }] = await readScb(path)
  expect({ id, sentences, sections: [...sections], count }).toEqual({
    id: 'x',
    sentences: ['one', 'two', 'three'],
    sections: [0, 1, 0],
    count: 2
  })
})

it('The benchmark is read as it was published, a table with commas and titles', async () => {
  const path = await written(
    'dataset.csv',
    'Article Title,Sentence,SectionTitle,Article Link\nTea,"Tea, once brewed, ""rests"".",Use,x\nTea,It came by sea.,History,x\n'
  )
  const [{ id, sentences, sections, count }] = await readScb(path)
  expect({ id, sentences, sections: [...sections], count }).toEqual({
    id: 'Tea',
    sentences: ['Tea, once brewed, "rests".', 'It came by sea.'],
    sections: [0, 1],
    count: 2
  })
})

it('A file that is no benchmark is refused with its line', async () => {
  await expect(readScb(await written('a.tsv', 'one\ttwo\n'))).rejects.toThrow(
    'line 1 is "one\ttwo"; expected a .tsv or .csv file'
  )
  await expect(readScb(await written('a.txt', ''))).rejects.toThrow('a.txt: expected a .tsv or .csv file')
  const cut = 'article\tsection\tsentence\nx\t1\n'
  await expect(readScb(await written('b.tsv', cut))).rejects.toThrow(
    'line 2 is "x\t1"; expected article, section and sentence'
  )
  const single = 'article\tsection\tsentence\nx\t1\tone\n'
  await expect(readScb(await written('c.tsv', single))).rejects.toThrow('has 1 sections and 1 sentences')
})
