import { expect, it } from 'vitest'
import { readFrontMatter } from './front-matter-fields.js'

const read = (...lines: readonly string[]) => readFrontMatter(`---\n${lines.join('\n')}\n---\n# Text\n`)

it('Front matter gives lists as several values, quoted titles over two lines, and the names of authors', () => {
  expect(
    read(
      'title: "A harbour that',
      '  never sleeps"',
      'authors:',
      '  - Mei Farrow',
      '  - name: Ruth Calloway',
      'tags: [tides, "open water", tides]',
      'category: sea',
      'date: 2015-03-17 14:00:00 -4'
    )
  ).toEqual({
    title: 'A harbour that never sleeps',
    fields: {
      authors: ['Mei Farrow', 'Ruth Calloway'],
      tags: ['tides', 'open water'],
      category: 'sea',
      date: '2015-03-17T14:00:00-04:00'
    },
    passedOver: [],
    leftOut: []
  })
  expect(read('tags:', '- tides')).toMatchObject({ fields: { tags: 'tides' } })
  expect(read('date:', '  created: 2024-05-02', '  updated: 2025-01-01')).toMatchObject({
    fields: { date: '2024-05-02' }
  })
})

it('Front matter that can’t be read is named, and dates that are none', () => {
  expect(read('title: "open', 'date: 2020-01-01')).toEqual({
    fault: expect.stringMatching(/not YAML, line \d/) as string
  })
  expect(read('date: spring', 'tags: {a: {b: c}}')).toEqual({
    fields: {},
    unreadDate: 'spring',
    passedOver: ['tags'],
    leftOut: []
  })
  expect(read('date: {begun: 2020-01-01}')).toMatchObject({ fields: {}, unreadDate: '{"begun":"2020-01-01"}' })
  expect(readFrontMatter('No front matter.')).toBeUndefined()
  expect(readFrontMatter('---\nNever closed: yes\n')).toBeUndefined()
})
