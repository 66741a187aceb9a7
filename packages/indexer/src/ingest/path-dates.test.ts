import { describe, expect, it } from 'vitest'
import { dateInPath } from './path-dates.js'

const check = (path: string, date: string | undefined): void => {
  expect([path, dateInPath(path)]).toEqual([path, date])
}

describe('The date in a path', () => {
  it('is that of the file’s name', () => {
    check('posts/2021-05-04-title.md', '2021-05-04')
    check('title_1998_12_31.txt', '1998-12-31')
    check('20210504 minutes.md', '2021-05-04')
    check('2021-05 letter.md', '2021-05')
    check('newsletter-2021-05.md', '2021-05')
    check('2021.05.md', '2021-05')
    // May be the years 1910 and 1911.
    check('1910-11 expedition.md', '1910')
    check('2019/01/2021-05-04-title.md', '2021-05-04')
  })

  it('is else that of its folders', () => {
    check('blog/2021/05/title.md', '2021-05')
    check('2021/05/04/title.md', '2021-05-04')
    check('archive/1996/title.md', '1996')
    check('books/2021/13/ch.md', '2021')
    check('books/2021/05/99/ch.md', '2021')
    check('2021/RFC-2024-10.md', '2021')
  })

  it('is none that no calendar has, and none of other numbers', () => {
    for (const path of [
      '2021-13-40-title.md',
      'issue-20219999.md',
      'v2.10.11.md',
      '12021-05-04.md',
      '2021.md',
      'a/3021/b.md'
    ])
      check(path, undefined)
    check('2021/title/part-3.md', undefined)
    check('IEEE-1588-08.md', undefined)
    check('RFC-2024-10.md', undefined)
    check('on 2024-10 and so on.md', undefined)
    check('2021-05-99 x.md', undefined)
    check('part 3.2024-10.md', undefined)
  })
})
