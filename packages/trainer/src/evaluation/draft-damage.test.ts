import type { DocumentFormat } from '@leitmotif/encoder'
import { readDraftText } from '@leitmotif/encoder/draft'
import { describe, expect, it } from 'vitest'
import { damageDraft, DAMAGES, looseParagraphs, type Damage } from './draft-damage.js'

const SUBJECTS = ['Mills', 'Weirs', 'Ferries', 'Bridges', 'Locks']

/** Four paragraphs about each subject, under a heading in the markup of `format`. */
function draftOf(heading: (text: string) => string): string {
  return SUBJECTS.map((subject) => {
    const own = Array.from(
      { length: 4 },
      (_, i) =>
        `Paragraph ${i} of ${subject.toLowerCase()} tells the reader at some length what the river does there, ` +
        'which month is the best for a visit, and whom to ask for the key when the gate is closed.'
    )
    return [heading(subject), ...own].join('\n\n')
  }).join('\n\n')
}

const DRAFTS: readonly [DocumentFormat, string][] = [
  ['markdown', draftOf((text) => `## ${text}`)],
  ['latex', draftOf((text) => `\\section{${text}}`)],
  ['restructuredtext', draftOf((text) => `${text}\n${'='.repeat(text.length)}`)],
  ['asciidoc', draftOf((text) => `== ${text}`)]
]

/** The paragraphs of a text, each with its heading. */
function paragraphsOf(text: string, format: DocumentFormat): string[] {
  const { paragraphs, sections } = readDraftText(text, format)
  return paragraphs.map(({ text, section }) => `${sections[section].heading}: ${text}`)
}

const bare = (paragraph: string): string => paragraph.replace(/^.*?: /, '')

/** Of another text. */
const FOREIGN =
  'The comet came back after a lifetime. Nobody at the observatory had seen it before, and few will see it twice.'

describe.each(DRAFTS)('A damaged draft in %s', (format, text) => {
  const damaged = damageDraft({ name: 'river', text, format }, 1, { foreign: [FOREIGN] })
  const of = <K extends Damage['kind']>(kind: K): { text: string; damage: Extract<Damage, { kind: K }> }[] =>
    damaged.filter((one): one is { text: string; damage: Extract<Damage, { kind: K }> } => one.damage.kind === kind)
  const before = paragraphsOf(text, format)

  it('has every paragraph once, and was damaged in each way', () => {
    expect(new Set(damaged.map(({ damage }) => damage.kind))).toEqual(new Set(DAMAGES))
    for (const one of damaged) {
      const after = paragraphsOf(one.text, format).map(bare)
      expect(after.filter((own) => own !== FOREIGN).sort()).toEqual(before.map(bare).sort())
    }
  })

  it('has a paragraph of another text', () => {
    for (const { text, damage } of of('foreign')) {
      expect(bare(paragraphsOf(text, format)[damage.paragraph])).toBe(FOREIGN)
    }
  })

  it('has a paragraph under the heading of another section', () => {
    for (const { text, damage } of of('moved')) {
      const moved = paragraphsOf(text, format)[damage.paragraph]
      const home = SUBJECTS[damage.home]
      expect(moved).toContain(`of ${home.toLowerCase()}`)
      expect(moved.startsWith(home)).toBe(false)
    }
  })

  it('lacks the heading before a paragraph', () => {
    for (const { text, damage } of of('deleted')) {
      const [last, first] = paragraphsOf(text, format).slice(damage.paragraph - 1, damage.paragraph + 1)
      expect(first).toContain('Paragraph 0')
      expect(first.split(':')[0]).toBe(last.split(':')[0])
    }
  })

  it('has two headings in each other’s place', () => {
    for (const { text, damage } of of('exchanged')) {
      const headings = readDraftText(text, format).sections.map(({ heading }) => heading)
      const [a, b] = damage.sections
      expect([headings[a], headings[b]]).toEqual([SUBJECTS[b], SUBJECTS[a]])
    }
  })

  it('has one section at the end of another', () => {
    for (const { text, damage } of of('merged')) {
      const { paragraphs, sections } = readDraftText(text, format)
      expect(sections).toHaveLength(SUBJECTS.length - 1)
      expect(sections[damage.section].end - damage.paragraph).toBe(4)
      expect(paragraphs[damage.paragraph].text).toContain('Paragraph 0')
    }
  })

  it('has no heading, and tells where sections began', () => {
    const [{ text, damage }] = of('removed')
    expect(readDraftText(text, format).sections).toHaveLength(1)
    expect(damage.starts).toEqual([4, 8, 12, 16])
  })

  it('is the same for the same seed and name, and another for another', () => {
    expect(damageDraft({ name: 'river', text, format }, 1, { foreign: [FOREIGN] })).toEqual(damaged)
    expect(damageDraft({ name: 'river', text, format }, 2)).not.toEqual(damaged)
  })
})

describe('A draft without sections', () => {
  it('is not damaged', () => {
    expect(damageDraft({ name: 'note', text: 'A single paragraph is all there is.', format: 'markdown' }, 1)).toEqual(
      []
    )
  })
})

it('A paragraph can be put into other drafts if it has sentences of plain words', () => {
  const text = ['# Comets', FOREIGN.repeat(2), `${FOREIGN} See \`catalogue\` 7.`, '- One. Two.', 'Too short.'].join(
    '\n\n'
  )
  expect(looseParagraphs({ name: 'sky.md', text, format: 'markdown' })).toEqual([FOREIGN.repeat(2)])
})
