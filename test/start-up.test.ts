import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, run, samples, temporaryFolder } from './command-line.js'
import { helpsOf } from './help.js'

const folder = temporaryFolder()
const list = join(folder, 'loaded.txt')
const recorder = join(folder, 'recorder.mjs')
writeFileSync(
  recorder,
  `import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + '\\n')
      return next(url, context)
    }
  })`
)

/** Returns the files that a command loads, by path or package. */
function loadedBy(tool: 'indexer' | 'trainer', ...args: string[]): string[] {
  writeFileSync(list, '')
  const run = join(root, 'packages', tool, 'bin', 'run.cjs')
  const { status, stderr } = spawnSync(process.execPath, ['--import', recorder, run, ...args], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return readFileSync(list, 'utf8').split('\n')
}

const HEAVY = ['@lancedb', 'onnxruntime-', '@elastic', 'express', 'zod', '@tensorflow', 'markdown-it']
const heavyIn = (files: readonly string[]): string[] =>
  HEAVY.filter((name) => files.some((file) => file.includes(`/node_modules/${name}`)))

describe('Help loads no library that only commands need:', () => {
  it.each(['indexer', 'trainer'] as const)('%s', (tool) => {
    const files = loadedBy(tool, '--help')
    expect(heavyIn(files)).toEqual([])
    expect(files.filter((file) => /\/(?:packages\/encoder\/|dist\/lancedb\/)/.test(file))).toEqual([])
  })
})

describe('A command loads only what it uses:', () => {
  it('its help loads no store, runtime or server', () => {
    for (const command of ['index', 'search', 'themes', 'serve']) {
      const heavy = heavyIn(loadedBy('indexer', command, '--help'))
      for (const name of ['@lancedb', 'onnxruntime-', '@elastic', 'express']) expect(heavy, command).not.toContain(name)
    }
  })

  it('a search of fast vectors in a folder loads no ONNX Runtime, Elasticsearch client or server', () => {
    const shelf = join(folder, 'shelf')
    expect(run('leitmotif', 'index', join(samples, 'tea.md'), '--fast', '--to', shelf).status).toBe(0)
    const files = loadedBy('indexer', 'search', 'tea', '--in', shelf)
    const heavy = heavyIn(files)
    expect(heavy).toContain('@lancedb')
    for (const name of ['onnxruntime-', '@elastic', 'express']) expect(heavy).not.toContain(name)
    // One file, not the 200 of LanceDB and Apache Arrow.
    expect(files.filter((file) => /\/lancedb\/|\/apache-arrow\//.test(file))).toHaveLength(1)
    expect(files.length).toBeLessThan(250)
  })
})

describe('Help of every command gives an example with options that the command has:', () => {
  it.each([
    ['leitmotif', 25],
    ['leitmotif-train', 20]
  ] as const)('%s', async (program, least) => {
    const commands = [...(await helpsOf(program))].filter(([, help]) => !help.includes('\nCommands:\n'))
    expect(commands.length).toBeGreaterThan(least)
    for (const [words, help] of commands) {
      const example = /^Example: (.*(?:\n(?!\n).*)*)/m.exec(help)?.[1].replace(/\s+/g, ' ') ?? ''
      expect(example, words).toMatch(`${program} ${words} `)
      const known = new Set([...help.matchAll(/^ {2}(?:-\w, )?(--[a-z][\w-]*)/gm)].map(([, flag]) => flag))
      expect(
        (example.match(/--[a-z][\w-]*/g) ?? []).filter((flag) => !known.has(flag)),
        words
      ).toEqual([])
    }
  })
})
