import { lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareFiles, writeOutput } from './bundle-files.js'

let folder = ''
const at = (...names: string[]): string => join(folder, ...names)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-export-'))
  await mkdir(at('bundle'))
  await writeFile(at('corpus.jsonl'), 'kept')
  await symlink(at('corpus.jsonl'), at('link'))
  await symlink(folder, at('here'))
})
afterAll(() => rm(folder, { recursive: true }))

async function refused(promise: Promise<unknown>, message: string): Promise<void> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Failure)
  expect((error as Failure).message).toContain(message)
}

describe('Files that a command will write', () => {
  it('may be new, or replace others', async () => {
    await writeFile(at('old'), 'old')
    const others = { inputs: [at('corpus.jsonl'), at('no such'), undefined], bundle: at('bundle') }
    await prepareFiles([at('new'), undefined, at('old')], others)
    await writeOutput(at('new'), 'new')
    expect(await readFile(at('new'), 'utf8')).toBe('new')
  })

  it('leave what was there as it was until they are whole, and links as links', async () => {
    await writeFile(at('page'), 'old')
    await symlink(at('page'), at('page-link'))
    await writeOutput(at('page-link'), 'new')
    expect(await readFile(at('page'), 'utf8')).toBe('new')
    expect((await lstat(at('page-link'))).isSymbolicLink()).toBe(true)
    await mkdir(at('page.part')) // where the new one cannot be written
    await expect(writeOutput(at('page'), 'newer')).rejects.toThrow()
    expect(await readFile(at('page'), 'utf8')).toBe('new')
  })

  it('are none that it reads, by whatever name', async () => {
    for (const path of [at('corpus.jsonl'), at('link'), at('here', 'corpus.jsonl')]) {
      await refused(prepareFiles([at('new'), path], { inputs: [at('corpus.jsonl')] }), 'is read by this command')
    }
  })

  it('are each of a name of its own', async () => {
    await refused(prepareFiles([at('one'), at('here', 'one')], { inputs: [] }), 'is named for two outputs')
    await refused(prepareFiles([at('soon')], { inputs: [], bundle: at('soon') }), 'is named for two outputs')
  })

  it('stand in a folder that is there, outside of the bundle', async () => {
    await refused(prepareFiles([at('none', 'one')], { inputs: [] }), 'no such file or folder')
    await refused(prepareFiles([at('corpus.jsonl', 'one')], { inputs: [] }), 'is within a file')
    await refused(prepareFiles([at('bundle', 'one')], { inputs: [], bundle: at('bundle') }), 'is within')
    await refused(writeOutput(at('corpus.jsonl', 'one'), ''), 'is within a file')
  })

  it('take the place of no folder, socket or device', async () => {
    const server = createServer().listen(at('socket'))
    await refused(prepareFiles([at('socket')], { inputs: [] }), 'not a regular file')
    server.close()
    await refused(prepareFiles([at('bundle')], { inputs: [] }), 'is a folder')
  })
})
