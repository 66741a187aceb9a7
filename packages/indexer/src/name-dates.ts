import { isDate } from './dates.js'

/** A day, or a month, in a file's name: 2021-05-04-title, title_2021_05_04, 20210504, 2021-05 title. */
const DAY = /(?<!\d)((?:1[5-9]|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)/
const MONTH = /(?<!\d)((?:1[5-9]|20)\d\d)[-_.](\d\d)(?![\d])/

/** Folders of a year, a month and a day, in this order, at the end of a path. */
const FOLDERS = /(?:^|\/)((?:1[5-9]|20)\d\d)(?:\/(\d\d))?(?:\/(\d\d))?$/

/**
 * The date in a path with slashes, of the years 1500 to 2099: that of the file's name, else that of the folders right above
 * it. Undefined where there is none, or none that a calendar has.
 */
export function dateInPath(path: string): string | undefined {
  const at = path.lastIndexOf('/')
  const name = path.slice(at + 1)
  const [, year, , month, day] = DAY.exec(name) ?? []
  const [, yearAlone, monthAlone] = MONTH.exec(name) ?? []
  const folders: (string | undefined)[] = FOLDERS.exec(path.slice(0, Math.max(0, at)))?.slice(1) ?? []
  const found = [[year, month, day], [yearAlone, monthAlone], folders].map((parts) =>
    parts.filter((part) => part !== undefined).join('-')
  )
  return found.find((date) => date !== '' && isDate(date))
}
