import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commonFolder, isWithin, sourceName } from './source-names.js'

describe('The name of a document', () => {
  it('has slashes on every system', () => {
    expect(sourceName('/home/ada', '/home/ada/notes/a.md', posix)).toBe('notes/a.md')
    expect(sourceName('/home/ada', '/srv/a.md', posix)).toBe('../../srv/a.md')
    expect(sourceName('C:\\Users\\ada', 'C:\\Users\\ada\\notes\\a.md', win32)).toBe('notes/a.md')
    expect(sourceName('C:\\Users\\ada', 'C:\\Users\\ada', win32)).toBe('.')
  })

  it('leads back to the file, from another drive and whatever the case of a drive', () => {
    for (const file of ['D:\\shelf\\a.md', 'c:\\Users\\ada\\notes\\a.md', '\\\\server\\share\\a.md']) {
      const name = sourceName('C:\\Users\\ada', file, win32)
      expect(name).not.toContain('\\')
      expect(win32.resolve('C:\\Users\\ada', name).toLowerCase()).toBe(file.toLowerCase())
    }
  })
})

describe('The folder that names are relative to', () => {
  it('is the deepest that contains all', () => {
    expect(commonFolder(['/home/ada/notes', '/home/ada/drafts/old'], posix)).toBe('/home/ada')
    expect(commonFolder(['/home/ada', '/srv'], posix)).toBe('/')
    expect(commonFolder(['/'], posix)).toBe('/')
    expect(commonFolder(['/home/ada', '/home/adam'], posix)).toBe('/home')
    expect(commonFolder(['C:\\Users\\ada\\notes', 'C:\\Users\\ada'], win32)).toBe('C:\\Users\\ada')
    expect(commonFolder(['\\\\server\\share\\a\\b', '\\\\server\\share\\a\\c'], win32)).toBe('\\\\server\\share\\a')
  })

  it('is the root of a drive, never the current folder of that drive', () => {
    expect(commonFolder(['C:\\Users', 'C:\\Temp'], win32)).toBe('C:\\')
    expect(commonFolder(['C:\\Users', 'D:\\shelf'], win32)).toBe('C:\\')
  })
})

it('A folder contains what is below it, and not its neighbours', () => {
  expect(isWithin('/notes', '/notes/a.md', posix)).toBe(true)
  expect(isWithin('/notes', '/notes', posix)).toBe(true)
  expect(isWithin('/notes', '/notes-old/a.md', posix)).toBe(false)
  expect(isWithin('/', '/notes', posix)).toBe(true)
  expect(isWithin('C:\\', 'C:\\notes', win32)).toBe(true)
  expect(isWithin('C:\\notes', 'C:\\notes-old', win32)).toBe(false)
})
