import { posix } from 'node:path'
import { isDate } from '../store/dates.js'

/** A day in a file's name: 2021-05-04-title, title_2021_05_04, 20210504. */
const DAY = /(?<!\d)((?:1[5-9]|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)/

/**
 * A month at the start or the end of a name: `2021-05 title`, `title-2021-05`. Not before another number, as in
 * `2021-05-99`, nor after capitals, which mark a serial number: `RFC-2024-10`.
 */
const MONTH_FIRST = /^((?:1[5-9]|20)\d\d)[-_.](\d\d)(?![-_.]?\d)/
const MONTH_LAST = /(?<!\d|[-_.\d][-_.]|[A-Z]{2}[-_. ]?)((?:1[5-9]|20)\d\d)[-_.](\d\d)$/

/** Folders for year, month and day, in this order, at the end of a path. */
const FOLDERS = /(?:^|\/)((?:1[5-9]|20)\d\d)(?:\/(\d\d))?(?:\/(\d\d))?$/

/**
 * Returns the date in a path with slashes, from 1500 to 2099: that in the file's name, else that of the folders
 * directly above it. If the folders' month and day do not form a date, returns the year alone. Undefined if the path
 * has no valid date.
 */
export function dateInPath(path: string): string | undefined {
  const at = path.lastIndexOf('/')
  const name = posix.parse(path).name
  const [, year, , month, day] = DAY.exec(name) ?? []
  const ofMonth = (MONTH_FIRST.exec(name) ?? MONTH_LAST.exec(name) ?? []).slice(1)
  const folders: (string | undefined)[] = FOLDERS.exec(path.slice(0, Math.max(0, at)))?.slice(1) ?? []
  const found = [
    [year, month, day],
    spansTwoYears(ofMonth) ? ofMonth.slice(0, 1) : ofMonth,
    folders,
    folders.slice(0, 1)
  ].map((parts) => parts.filter((part) => part !== undefined).join('-'))
  return found.find((date) => date !== '' && isDate(date))
}

/** Whether the month may be the next year instead, as in `1910-11`. Then only the year is certain. */
function spansTwoYears([year, month]: readonly string[]): boolean {
  return Number(month) === (Number(year) + 1) % 100
}
