import { describe, expect, it } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { DraftAnalyser, DraftRefusal } from '@leitmotif/encoder/draft'
import { SETTINGS_DEFAULTS, type Settings } from '../protocol/settings.js'
import type { AnalysedDraft } from './analysed.js'
import { createDrafts, type Drafts, type DraftsHost } from './open-drafts.js'

const EMPTY = { title: '', paragraphs: [], sections: [], themes: [], suggestions: [], proposed: [], distance: 0 }

/** One document, whose analyses end when they are told to. */
interface Desk {
  readonly drafts: Drafts
  readonly steps: AnalysedDraft[]
  readonly refusals: (DraftRefusal | Error | undefined)[]
  readonly type: () => void
  readonly uri: string
  /** Ends the step of suggestions of all analyses to come and under way. */
  readonly finish: () => void
}

function openDesk(analyse: Settings['analyse'], host: Partial<DraftsHost> = {}): Desk {
  const uri = 'untitled:1'
  let document = TextDocument.create(uri, 'markdown', 1, 'A text.')
  let finish = (): void => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const analyser: DraftAnalyser = {
    async *analyse(_text, _format, _options, signal) {
      yield { state: 'themes', analysis: EMPTY }
      await finished
      signal?.throwIfAborted()
      yield { state: 'done', analysis: EMPTY }
    }
  }
  const [steps, refusals]: [AnalysedDraft[], Desk['refusals']] = [[], []]
  const drafts = createDrafts({
    find: () => document,
    settingsOf: () => Promise.resolve({ ...SETTINGS_DEFAULTS, analyse }),
    createAnalyser: () => Promise.resolve(analyser),
    dismissed: () => new Set(),
    reason: ({ reason }) => reason,
    analysed: (draft) => steps.push(draft),
    unanalysed: (_, reason) => refusals.push(reason),
    ...host
  })
  drafts.opened(document)
  const type = (): void => {
    document = TextDocument.create(uri, 'markdown', document.version + 1, `${document.getText()}.`)
    drafts.changed(document)
  }
  return { drafts, steps, refusals, type, uri, finish }
}

const states = ({ steps }: Desk): string[] => steps.map(({ document, done }) => `${document.version} ${done}`)

describe('A draft that is edited while it is analysed', () => {
  it('gets its suggestions though edits are not to be analysed', async () => {
    for (const analyse of ['save', 'manual'] as const) {
      const desk = openDesk(analyse)
      const asked = desk.drafts.analyse(desk.uri)
      await expect.poll(() => states(desk)).toEqual(['1 false'])
      desk.type()
      desk.finish()
      await asked
      expect(states(desk)).toEqual(['1 false', '1 true'])
    }
  })

  it('is analysed as it now is where edits are', async () => {
    const desk = openDesk('edit')
    await expect.poll(() => states(desk)).toEqual(['1 false'])
    desk.type()
    desk.finish()
    await expect.poll(() => states(desk)).toEqual(['1 false', '2 false', '2 true'])
  })

  it('shows its themes at once where its suggestions took long the last time, and both together where they did not', async () => {
    let time = 150
    const analyser: DraftAnalyser = {
      async *analyse() {
        yield { state: 'themes', analysis: EMPTY }
        await new Promise((resolve) => setTimeout(resolve, time))
        yield { state: 'done', analysis: EMPTY }
      }
    }
    const desk = openDesk('edit', { createAnalyser: () => Promise.resolve(analyser) })
    await expect.poll(() => states(desk)).toEqual(['1 false', '1 true'])
    time = 0
    desk.type()
    await expect.poll(() => states(desk).slice(2)).toEqual(['2 false', '2 true'])
    desk.type()
    await expect.poll(() => states(desk).slice(4)).toEqual(['3 true'])
  })

  it('is analysed though its encoder could not be loaded for the text before', async () => {
    let fail: (error: Error) => void = () => undefined
    let tries = 0
    const desk = openDesk('edit', {
      createAnalyser: () => {
        tries++
        return new Promise((_, reject) => (fail = reject))
      }
    })
    await expect.poll(() => tries).toBe(1)
    desk.type()
    await new Promise((resolve) => setTimeout(resolve))
    fail(new Error('unreachable'))
    await expect.poll(() => tries).toBe(2)
    expect(desk.refusals).toEqual([])
  })
})

it('Who asks about a draft that nothing analyses is answered', async () => {
  const desk = openDesk('manual')
  expect(await desk.drafts.current(desk.uri)).toBeUndefined()
})

it('Who asks about a draft that has just been edited is told about it as it now is', async () => {
  let asked = 0
  const going: (() => void)[] = []
  const analyser: DraftAnalyser = {
    async *analyse() {
      await new Promise<void>((resolve) => going.push(resolve))
      yield { state: 'done', analysis: EMPTY }
    }
  }
  const desk = openDesk('edit', {
    createAnalyser: () => Promise.resolve(analyser),
    // The editor is slow to tell them the second time, and so to have the analysis under way ended.
    settingsOf: async () => {
      if (asked++ > 1) await new Promise((resolve) => setTimeout(resolve, 50))
      return SETTINGS_DEFAULTS
    }
  })
  await expect.poll(() => going.length).toBe(1)
  desk.type()
  const current = desk.drafts.current(desk.uri)
  going[0]()
  await expect.poll(() => going.length).toBe(2)
  going[1]()
  expect((await current)?.document.version).toBe(2)
})
