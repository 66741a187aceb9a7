import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { recipeCommand } from './recipe-command.js'

let folder = ''
const at = (name: string): string => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-recipe-'))
  const paragraphs = ['The keeper lights the lamp at dusk. The lamp burns oil.', 'Oil is dear, and the lamp is old.']
  await writeFile(
    at('articles.jsonl'),
    JSON.stringify({ id: 'a', title: 'Lamp', sections: [{ heading: '', level: 0, paragraphs }] })
  )
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true }))

const vectors = (out: string): object => ({
  run: ['vectors', '{articles}', '--min-count', '1', '--dims', '4', '--out', `{work}/${out}`],
  small: ['--dims', '2']
})

/** Runs a recipe, and returns what it said. */
async function run(recipe: unknown, ...flags: string[]): Promise<string> {
  await writeFile(at('recipe.json'), typeof recipe === 'string' ? recipe : JSON.stringify(recipe))
  let said = ''
  for (const stream of [process.stderr, process.stdout]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text)
      return true
    })
  }
  await recipeCommand()
    .exitOverride()
    .parseAsync([at('recipe.json'), at('articles.jsonl'), '--out', at('bundle'), ...flags], { from: 'user' })
  return said
}
const headOf = async (name: string): Promise<string> =>
  (await readFile(join(at('bundle.work'), name), 'latin1')).split('\n')[0]

describe('leitmotif-train recipe', () => {
  it('runs its stages in order, and only those that changed or follow a change', async () => {
    const stages = [vectors('one.bin'), vectors('two.bin')]
    expect(await run({ stages })).toMatch(
      /stage 1 of 2, vectors\n[^]*stage 2 of 2, vectors: \d+ minutes\n[^]*made in 2 stages/
    )
    expect(await headOf('two.bin')).toMatch(/ 4$/)
    expect(await run({ stages })).toMatch(/^stage 1 of 2, vectors: done\nstage 2 of 2, vectors: done\n/)
    const changed = await run({ stages: [stages[0], vectors('three.bin')] })
    expect(changed).toMatch(/^stage 1 of 2, vectors: done\nstage 2 of 2, vectors\n/)
    expect(await run({ stages }, '--small')).toMatch(/^stage 1 of 2, vectors\n/)
    expect(await headOf('one.bin')).toMatch(/ 2$/)
  }, 60_000)

  it('stops at a stage that fails, and says which', async () => {
    const stages = [{ run: ['vectors', '{articles}', '--dims', 'many'] }, vectors('never.bin')]
    await expect(run({ stages })).rejects.toThrow(/stage 1 of 2, vectors, ended with status 2; see its message above/)
  }, 60_000)

  it.each([
    ['{', /is not JSON/],
    [{}, /has no stages; expected a list/],
    [{ stages: [{ run: [] }] }, /stage 1 is \{"run":\[\]\}; expected \{"run": \[texts\], "small": \[texts\]\}/],
    [
      { stages: [{ run: ['distill', '--teacher', '{teacher}'] }] },
      /uses \{teacher\}; name the folder of a sentence encoder with --teacher/
    ],
    [{ stages: [{ run: ['mine', '{nowhere}'] }] }, /uses \{nowhere\}/]
  ])('refuses a recipe that is none: %j', async (recipe, message) => {
    await expect(run(recipe)).rejects.toThrow(message)
  })
})
