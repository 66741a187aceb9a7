import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openParquet } from '@leitmotif/command'
import { afterAll, describe, expect, it } from 'vitest'
import { exportAnswer, exportEnd, EXPORT_ENDS, ndjson, prepareExport } from './answer-export.js'
import { csv } from './csv.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-export-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const table = {
  columns: ['theme', 'share', 'few'],
  rows: [
    ['tea, "green"', -0.25, false],
    ['', 1e-7, true]
  ]
}

describe('An exported answer', () => {
  it('is CSV in which no text runs as a formula, and numbers stay numbers', () => {
    expect(csv(table)).toBe('theme,share,few\r\n"tea, ""green""",-0.25,false\r\n,1e-7,true\r\n')
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', '\r=1', '\n=1']) {
      const [, line] = /^a\r\n"?(.)/s.exec(csv({ columns: ['a'], rows: [[text]] }))!
      expect(line).toBe("'")
    }
    expect(csv({ columns: ['a'], rows: [['a=1'], ['1-2']] })).toBe('a\r\na=1\r\n1-2\r\n')
  })

  it('is a line of JSON for each row, without what it has no value for', () => {
    expect(ndjson(table)).toBe('{"theme":"tea, \\"green\\"","share":-0.25,"few":false}\n{"share":1e-7,"few":true}\n')
  })

  it('has the form that its file’s name ends in', async () => {
    const answer = { value: { all: 1 }, table, page: () => '<!doctype html>' }
    const written = async (name: string): Promise<string> => {
      await exportAnswer(join(root, name), answer)
      return readFile(join(root, name), 'utf8')
    }
    expect(JSON.parse(await written('a.json'))).toEqual({ all: 1 })
    expect(await written('a.CSV')).toBe(csv(table))
    expect(await written('a.ndjson')).toBe(ndjson(table))
    expect(await written('a.html')).toBe('<!doctype html>')
    expect(() => exportEnd('a.xlsx', EXPORT_ENDS)).toThrow('ends in .csv, .ndjson, .json, .html, .parquet')
    await expect(prepareExport(join(root, 'a.html'), ['.csv'])).rejects.toThrow('expected a file that ends in .csv')
    await expect(exportAnswer(join(root, 'none', 'a.csv'), answer)).rejects.toThrow('cannot be written')
    await expect(prepareExport(join(root, 'none', 'a.csv'))).rejects.toThrow('cannot be written')
    await prepareExport(join(root, 'a.csv'))
  })

  it('is Parquet with numbers as numbers, and nothing where it has no value', async () => {
    await exportAnswer(join(root, 'a.parquet'), { value: {}, table, page: () => '' })
    const file = await openParquet(join(root, 'a.parquet'))
    const rows: unknown[] = []
    for await (const row of file.rows()) rows.push(row)
    await file.close()
    expect(rows).toEqual([
      { theme: 'tea, "green"', share: -0.25, few: 'false' },
      { theme: null, share: 1e-7, few: 'true' }
    ])
    await expect(exportAnswer(join(root, 'none', 'a.parquet'), { value: {}, table, page: () => '' })).rejects.toThrow(
      'cannot be written'
    )
  })
})
