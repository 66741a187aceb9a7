import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSegmentedDocuments, segmentArticle } from './segmentation-documents.js'

const article = {
  id: 'a',
  title: 'The Mill',
  sections: [
    { heading: '', level: 0, paragraphs: ['A mill on a stream.'] },
    { heading: 'Building', level: 1, paragraphs: ['It is of stone. It has two floors.', ' '] },
    { heading: 'Wheel', level: 2, paragraphs: ['The wheel is of oak.'] },
    { heading: 'Millers', level: 1, paragraphs: ['Five families milled here.', 'The last left for the town.'] },
    { heading: 'References', level: 1, paragraphs: ['A book.'] },
    { heading: 'Today', level: 1, paragraphs: ['It is a museum.'] }
  ]
}

describe('An article put together again', () => {
  it('is its top-level sections with their subsections, without the lead and what lists references', () => {
    expect(segmentArticle(article, 'paragraphs')).toEqual({
      id: 'a',
      unit: 'paragraphs',
      units: [
        'It is of stone. It has two floors.',
        'The wheel is of oak.',
        'Five families milled here.',
        'The last left for the town.',
        'It is a museum.'
      ],
      boundaries: [2, 4]
    })
    expect(segmentArticle(article, 'sentences')).toMatchObject({ boundaries: [3, 5] })
  })

  it('has three sections at least', () => {
    expect(segmentArticle({ ...article, sections: article.sections.slice(0, 4) }, 'paragraphs')).toBeUndefined()
  })
})

describe('A folder of documents whose segments are known', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'segments-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it("is read as Choi's, folder within folder", async () => {
    await mkdir(join(folder, '3-5'))
    const rule = '=========='
    await writeFile(join(folder, '3-5', '1.ref'), `${rule}\nOne .\nTwo .\n${rule}\nThree .\n${rule}\n`)
    await writeFile(join(folder, '0.ref'), `${rule}\nOne segment alone .\n${rule}\n`)
    await writeFile(join(folder, 'README'), 'not read')
    const [document, ...more] = await readSegmentedDocuments(folder)
    expect(more).toEqual([])
    expect(document).toEqual({
      id: join('3-5', '1.ref'),
      unit: 'sentences',
      units: ['One .', 'Two .', 'Three .'],
      boundaries: [2]
    })
  })

  it('is read as cities: a segment is a run of paragraphs under one title', async () => {
    const lines = ['1,1,history\u0001built early', '1,2,history\u0001burnt later', '1,3,parks, lakes\u0001green']
    await writeFile(join(folder, 'towns.text'), [...lines, '2,1,history\u0001old', '2,2,sport\u0001rowing'].join('\n'))
    expect(await readSegmentedDocuments(folder)).toEqual([
      { id: 'towns.text/1', unit: 'paragraphs', units: ['built early', 'burnt later', 'green'], boundaries: [2] },
      { id: 'towns.text/2', unit: 'paragraphs', units: ['old', 'rowing'], boundaries: [1] }
    ])
  })

  it('is refused in words where it is none', async () => {
    await expect(readSegmentedDocuments(folder)).rejects.toThrow(
      'holds no document of two segments; expected files .ref'
    )
    await expect(readSegmentedDocuments(join(folder, 'none'))).rejects.toThrow('no such file or folder')
    await writeFile(join(folder, 'towns.text'), 'just a line')
    await expect(readSegmentedDocuments(folder)).rejects.toThrow('towns.text: line 1 names no document and section')
    await expect(readSegmentedDocuments(join(folder, 'towns.text'))).rejects.toThrow('not a folder')
  })
})
