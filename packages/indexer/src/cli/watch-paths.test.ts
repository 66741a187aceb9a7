import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { watchPaths } from './watch-paths.js'

it('watches on when a file is replaced, and when a folder is deleted and comes back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-watch-'))
  const [file, notes] = [join(folder, 'a.txt'), join(folder, 'notes')]
  writeFileSync(file, '1')
  mkdirSync(notes)
  let seen: unknown
  const ended = new AbortController()
  const update = (): Promise<void> => {
    seen = [readFileSync(file, 'utf8'), existsSync(notes) ? readdirSync(notes) : 'none']
    return Promise.resolve()
  }
  const watching = watchPaths([file, notes], [], update, ended.signal)
  const follows = (expected: unknown): Promise<void> => expect.poll(() => seen).toEqual(expected)
  await follows(['1', []])
  writeFileSync(join(folder, 'new'), '2')
  renameSync(join(folder, 'new'), file)
  await follows(['2', []])
  writeFileSync(file, '3')
  await follows(['3', []])
  rmSync(notes, { recursive: true })
  await follows(['3', 'none'])
  mkdirSync(notes)
  await follows(['3', []])
  writeFileSync(join(notes, 'b.txt'), '4')
  await follows(['3', ['b.txt']])
  ended.abort()
  await watching
  rmSync(folder, { recursive: true })
})
