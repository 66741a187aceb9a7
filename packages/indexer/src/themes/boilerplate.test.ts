import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import type { RecordSlice, SentenceRecord } from '../store/store.js'
import { findBoilerplate, readBoilerplate, type IsBoilerplate } from './boilerplate.js'

function storeOf(documents: readonly (readonly string[])[]): { scan(): AsyncGenerator<RecordSlice> } {
  const records = documents.flatMap((texts, d) =>
    texts.map((text, position): SentenceRecord => {
      const document = `minutes/${String(d).padStart(3, '0')}.md`
      return { id: `${d}/${position}`, document, title: '', path: [], position, paragraph: 0, text, fields: {} }
    })
  )
  return {
    // eslint-disable-next-line @typescript-eslint/require-await -- the store's interface
    async *scan() {
      for (let from = 0; from < records.length; from += 7)
        yield { records: records.slice(from, from + 7), vectors: { count: 0, dims: 1, data: new Float32Array(0) } }
    }
  }
}

async function ruleOf(documents: readonly (readonly string[])[]): Promise<IsBoilerplate> {
  return readBoilerplate(await findBoilerplate(storeOf(documents)))
}

/** Sentences that no other document has. */
const own = (d: number): string[] =>
  ['The pump of well', 'We moved the hives of row', 'The loom was lent to house', 'Nobody painted gate'].map(
    (text) => `${text} ${'abcdefghijklmnopqrstuvwxyz'[d]}.`
  )

const CLERKS = ['Ann Lee', 'Bo Diaz', 'Cy Ode', 'Di Fell', 'Ed Gow']

describe('Boilerplate', () => {
  it('is what five documents say in the same words, whatever their case, punctuation and figures', async () => {
    const rule = await ruleOf(
      Array.from({ length: 6 }, (_, d) => [
        ...own(d),
        `Minutes were taken on day ${d}${d % 2 ? '.' : ''}`,
        ...(d < 4 ? ['Four of them say this.'] : [])
      ])
    )
    expect(rule('MINUTES were taken, on day 77!')).toBe(true)
    expect(rule('Four of them say this.')).toBe(false)
    expect(rule(own(1)[0])).toBe(false)
    expect(rule('Minutes were taken away.')).toBe(false)
  })

  it('is a list of people who come again and again, in any order, and no list of new names', async () => {
    const rule = await ruleOf(
      Array.from({ length: 6 }, (_, d) => [
        ...own(d),
        `Present: ${[...CLERKS.slice(d % 5), ...CLERKS.slice(0, d % 5)].slice(0, 4).join(', ')}.`
      ])
    )
    expect(rule('Present: Cy Ode, Ann Lee and Bo Diaz')).toBe(true)
    expect(rule('Present: Kit Hill, Lou Moss and Max Nye')).toBe(false)
  })

  it('is a line of addresses, and no sentence that cites one', async () => {
    const rule = await ruleOf([own(0)])
    expect(rule('https://wells.example/pumps/3 www.wells.example')).toBe(true)
    expect(rule('Mail: clerk@wells.example')).toBe(true)
    expect(rule('The pump is described at https://wells.example/pumps/3 in full.')).toBe(false)
    expect(rule('12 + 13')).toBe(false)
  })

  it('is nothing that only the versions of one document repeat', async () => {
    const manual = [...own(0), ...own(1), ...own(2)]
    const others = Array.from({ length: 8 }, (_, d) => own(d + 3))
    const rule = await ruleOf([
      ...Array.from({ length: 9 }, (_, v) => [...manual, `Version ${own(v + 11)[0]}`]),
      ...others
    ])
    expect(manual.filter(rule)).toEqual([])
  })

  it('is nothing where all documents consist of the same sentences', async () => {
    const all = [...own(0), ...own(1)]
    const rule = await ruleOf(Array.from({ length: 40 }, (_, d) => [all[d % 8], all[(3 * d + 1) % 8]]))
    expect(all.filter(rule)).toEqual([])
  })

  it('is told in linear time', async () => {
    const rule = await ruleOf([own(0)])
    for (const part of ['Ann Lee, ', 'a@', 'word '])
      await expectLinear(part, 10_000, (length) => part.repeat(length / part.length), rule)
  })
})
