import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupVerbs, readVerbGroups } from './verb-groups.js'
import { nameVerbs } from './verb-names.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-verbs-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function written(text: string): Promise<string> {
  const path = join(folder, 'groups.txt')
  await writeFile(path, text)
  return path
}

const events = ['buys', 'sold', 'acquires', 'praises', 'bought', 'sinks', 'meets'].map((verb) => ({
  ...{ subject: ['Ada'], verb: [verb], object: ['it'] }
}))

it('Verbs are counted by the groups of a file, in any form, and the others as one', async () => {
  const groups = await readVerbGroups(
    await written('# Business\ntrade: buy, sell, acquired\n\nspeech: praise, blame\n')
  )
  expect(groupVerbs(nameVerbs(events), groups)).toEqual({
    verbs: [
      { name: 'trade', count: 4 },
      { name: 'speech', count: 1 },
      { name: 'other verbs', count: 2 }
    ],
    verb: [0, 0, 0, 1, 0, 2, 2]
  })
})

it('A file of verb groups is refused with the line that is no group', async () => {
  await expect(readVerbGroups(await written('trade: buy\nno group'))).rejects.toThrow('line 2 is "no group"; expected')
  await expect(readVerbGroups(await written('trade: buy\nwar: bought'))).rejects.toThrow(
    'line 2 has bought, which is in the group "trade" too'
  )
  await expect(readVerbGroups(await written('# nothing'))).rejects.toThrow('has no group')
})
