import { expect, it } from 'vitest'
import { readNotebook } from './notebook.js'

const read = (notebook: unknown): ReturnType<typeof readNotebook> => readNotebook(Buffer.from(JSON.stringify(notebook)))

it('A notebook is its Markdown cells under their headings', async () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Tides\n', '\n', 'The tide *turns* twice a day.'] },
    { cell_type: 'code', source: ['print("ebb")'], outputs: [{ text: 'The ebb is long.' }] },
    { cell_type: 'markdown', source: '## Neap\n\nThe weaker one.' }
  ]
  const expected = {
    title: 'Tides',
    sections: [
      { heading: '', level: 0, paragraphs: ['The tide turns twice a day.'] },
      { heading: 'Neap', level: 1, paragraphs: ['The weaker one.'] }
    ]
  }
  expect(await read({ cells, metadata: {}, nbformat: 4 })).toMatchObject(expected)
  const old = [
    { cell_type: 'heading', level: 1, source: 'Tides' },
    { cell_type: 'markdown', source: 'The tide turns twice a day.' },
    { cell_type: 'heading', level: 2, source: 'Neap' },
    { cell_type: 'markdown', source: 'The weaker one.' }
  ]
  expect(await read({ worksheets: [{ cells: old }], nbformat: 3 })).toMatchObject(expected)
})

it('A file that is no notebook says so', () => {
  expect(() => readNotebook(Buffer.from('{"cells":'))).toThrow(/^is not JSON \(/)
  expect(() => readNotebook(Buffer.from('{"cells":[{"kind":"markdown"}]}'))).toThrow(/^is no Jupyter notebook/)
  expect(() => readNotebook(Buffer.from('{}'))).toThrow('is no Jupyter notebook (it has no cells)')
})
