import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupEvents, inGroups, readVerbGroups } from './verb-groups.js'

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

const event = (subject: string, verb: string, object = 'it') => ({
  ...{ subject: subject.split(' '), verb: verb.split(' '), object: object.split(' ') }
})
const events = ['buys', 'sold', 'acquires', 'praises', 'bought', 'sinks', 'meets'].map((verb) => event('Ada', verb))

it('Verbs are counted by the groups of a file, in any form, and the others as one', async () => {
  const groups = await readVerbGroups(
    await written('# Business\ntrade: buy, sell, acquired\n\nspeech: praise, blame\n')
  )
  expect(groupEvents(events, groups)).toEqual({
    verbs: [
      { name: 'trade', count: 4 },
      { name: 'speech', count: 1 },
      { name: 'other verbs', count: 2 }
    ],
    verb: [0, 0, 0, 1, 0, 2, 2]
  })
})

/** Returns the name of the group of each event. */
async function namesOf(text: string, ...of: ReturnType<typeof event>[]): Promise<string[]> {
  const { verbs, verb } = groupEvents(of, await readVerbGroups(await written(text)))
  return verb.map((v) => verbs[v].name)
}

it('A verb means another group in events on another topic, and none elsewhere', async () => {
  const text = 'quake, earthquake > felt: hit, shake\nstorm > felt: hit\nstorm > path: moves'
  expect(
    await namesOf(
      text,
      ...[event('Strong Earthquake', 'hits', 'Oslo'), event('Oslo', 'hit', 'by storm'), event('Storm', 'moves')],
      ...[event('Ferry', 'hits', 'pier'), event('Storm', 'shakes')]
    )
  ).toEqual(['quake: felt', 'storm: felt', 'storm: path', 'other verbs', 'other verbs'])
})

it('A phrase in quotes is a group of its own, before its verb', async () => {
  const text = 'buying: buy\nwill buy: "to buy", \'plans to buy\''
  expect(await namesOf(text, event('Bank', 'to buy'), event('Bank', 'buys'), event('Bank', 'Plans to buy'))).toEqual([
    'will buy',
    'buying',
    'will buy'
  ])
})

it('The groups of topics and of forms in this repository tell events apart', async () => {
  const recipe = (name: string): string => fileURLToPath(new URL(`../../../../recipes/events/${name}`, import.meta.url))
  const told = [event('Strong quake', 'shakes', 'Oslo'), event('Google', 'to buy', 'mill'), event('Ada', 'was killed')]
  const groupsOf = async (name: string): Promise<string[]> => {
    const { verbs, verb } = groupEvents(told, await readVerbGroups(recipe(name)))
    return verb.map((v) => verbs[v].name)
  }
  expect(await groupsOf('topics.txt')).toEqual(['earthquake: felt', 'google: buys', 'other verbs'])
  expect(await groupsOf('verb-forms.txt')).toEqual(['other verbs', 'to buy', 'other verbs'])
})

it('Events in no group can be left out', async () => {
  const groups = await readVerbGroups(await written('speech: praise'))
  expect(
    inGroups(
      events.map((each) => ({ event: each })),
      groups
    )
  ).toEqual([{ event: events[3] }])
})

it('A file of verb groups is refused with the line that is no group', async () => {
  await expect(readVerbGroups(await written('trade: buy\nno group'))).rejects.toThrow('line 2 is "no group"; expected')
  await expect(readVerbGroups(await written('trade: buy\nwar: bought'))).rejects.toThrow(
    'line 2 has bought, which is in the group "trade" too'
  )
  await expect(readVerbGroups(await written('storm > a: hit\nStorm > b: hits'))).rejects.toThrow(
    'line 2 has hits, which is in the group "storm: a" too'
  )
  await expect(readVerbGroups(await written('# nothing'))).rejects.toThrow('has no group')
})
