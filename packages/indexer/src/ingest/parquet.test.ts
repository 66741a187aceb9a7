import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createParquet, type ParquetColumn, type ParquetValue } from '@leitmotif/command'
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_DOCUMENT_SIZE, type SourceItem } from './source-document.js'
import { readSources, type ReadOptions } from './sources.js'

const root = await mkdtemp(join(tmpdir(), 'leitmotif-parquet-'))
afterAll(() => rm(root, { recursive: true, force: true }))

async function written(
  name: string,
  types: Record<string, ParquetColumn['type']>,
  rows: ParquetValue[][]
): Promise<void> {
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }))
  const writer = await createParquet(join(root, name), columns)
  writer.write(rows)
  await writer.finish()
}

async function read(name: string, options: ReadOptions = {}): Promise<SourceItem[]> {
  const items: SourceItem[] = []
  for await (const item of readSources([join(root, name)], root, undefined, options)) items.push(item)
  return items
}

describe('A Parquet file', () => {
  it('is a document for each row, with its other columns as fields, and no vectors', async () => {
    await written(
      'log.parquet',
      { id: 'integer', title: 'text', body: 'text', ship: 'text', tons: 'number', day: 'text', vector: 'vector' },
      [
        [7, 'Morning', 'The fog lifted.\nTwo boats came in.', 'Anna', 12.5, '2024-05-02', Float32Array.of(1, 0)],
        [8, undefined, 'The tide turned at nine.', undefined, 30, undefined, Float32Array.of(0, 1)]
      ]
    )
    expect(await read('log.parquet', { text: 'body', date: 'day', from: { vessel: 'ship' } })).toMatchObject([
      {
        ...{ document: '7', source: 'log.parquet', line: 1, title: 'Morning' },
        body: { kind: 'plain', text: 'The fog lifted.\nTwo boats came in.' },
        fields: { vessel: 'Anna', tons: 12.5, date: '2024-05-02' }
      },
      { document: '8', line: 2, body: { text: 'The tide turned at nine.' }, fields: { tons: 30 } }
    ])
    await written('plain.parquet', { text: 'text' }, [['Ebb, then flood.'], [undefined], ['<p>Fog.</p><p>Rain.</p>']])
    expect(await read('plain.parquet')).toMatchObject([
      { document: 'plain.parquet:1', fields: {} },
      { status: 'skipped', line: 2, reason: 'has no text' },
      { document: 'plain.parquet:3' }
    ])
  })

  it('keeps its documents as they are when only other rows change', async () => {
    const hashes = async (): Promise<unknown[]> =>
      (await read('hashes.parquet')).map((item) => ('hash' in item ? item.hash : item.reason))
    await written('hashes.parquet', { id: 'text', text: 'text' }, [
      ['a', 'Fog.'],
      ['b', 'Rain.']
    ])
    const before = await hashes()
    await written('hashes.parquet', { id: 'text', text: 'text' }, [
      ['a', 'Fog.'],
      ['b', 'Sun.']
    ])
    const after = await hashes()
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })

  it('says what is wrong with it, and gives the rows before the damage', async () => {
    const reasons = async (name: string, options: ReadOptions = {}): Promise<string[]> =>
      (await read(name, options)).map((item) => ('reason' in item ? `${item.status}: ${item.reason}` : 'read'))
    await written('other.parquet', { body: 'text', port: 'text' }, [['Fog.', 'Ostende']])
    const columns = 'name the column of texts with --text, one of "body", "port"'
    expect(await reasons('other.parquet')).toEqual([`skipped: has no column "text"; ${columns}`])
    expect(await reasons('other.parquet', { text: 'words' })).toEqual([`failed: has no column "words"; ${columns}`])
    await written('none.parquet', { text: 'text' }, [])
    expect(await reasons('none.parquet')).toEqual(['skipped: has no rows'])
    await written('large.parquet', { text: 'text' }, [['a'.repeat(MAX_DOCUMENT_SIZE)], ['Fog.']])
    expect(await reasons('large.parquet')).toEqual([
      `skipped: has 8388619 characters; expected at most 8388608; split it`,
      'read'
    ])
    await writeFile(join(root, 'false.parquet'), 'text,port\nFog.,A\n')
    expect(await reasons('false.parquet')).toEqual([
      'failed: is cut short, or no Parquet file: it does not end in PAR1; fetch it again'
    ])
    const rows = Array.from({ length: 20_000 }, (_, row) => [`Sentence ${row} tells of boats that came in at noon.`])
    await written('damaged.parquet', { text: 'text' }, rows)
    const content = await readFile(join(root, 'damaged.parquet'))
    const middle = Math.floor(content.length * 0.7)
    content.fill(0xff, middle, middle + 200)
    await writeFile(join(root, 'damaged.parquet'), content)
    const found = await reasons('damaged.parquet')
    expect(found.length).toBeGreaterThan(8000)
    expect(found.slice(0, -1).every((each) => each === 'read')).toBe(true)
    expect(found.at(-1)).toMatch(/^failed: is damaged from row \d+ on \(.+\); fetch or write it again$/)
  })
})
