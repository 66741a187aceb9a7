import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readAhead } from './read-ahead.js'

/** Counts to `last`, and keeps a diary of what it did. */
async function* count(last: number, diary: string[]): AsyncGenerator<number> {
  try {
    for (let number = 1; number <= last; number++) {
      await wait(1)
      diary.push(`made ${number}`)
      yield number
    }
    if (last === 2) throw new Error('no third')
  } finally {
    diary.push('closed')
  }
}

it('Reading ahead makes one item while another is in use, and no more', async () => {
  const diary: string[] = []
  for await (const number of readAhead(count(3, diary))) {
    await wait(50)
    diary.push(`used ${number}`)
  }
  expect(diary).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'closed', 'used 3'])
})

it('Reading ahead tells an error once the items before it have been used', async () => {
  const used: number[] = []
  const use = async (): Promise<void> => {
    for await (const number of readAhead(count(2, []))) {
      await wait(20)
      used.push(number)
    }
  }
  await expect(use()).rejects.toThrow('no third')
  expect(used).toEqual([1, 2])
})

it('Reading ahead that is ended early waits for the item in the making and closes what it reads', async () => {
  const diary: string[] = []
  const use = async (): Promise<void> => {
    for await (const number of readAhead(count(3, diary))) throw new Error(`${number} is of no use`)
  }
  await expect(use()).rejects.toThrow('1 is of no use')
  expect(diary).toEqual(['made 1', 'made 2', 'closed'])
})
