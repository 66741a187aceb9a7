import { analyseDraft, type Encoder } from '@leitmotif/encoder'
import { paragraphsOf, SUGGESTION_KINDS, type DraftAnalysis, type Suggestion } from '@leitmotif/encoder/draft'
import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import { DAMAGES, damageDraft, looseParagraphs, type Damage, type Draft } from './draft-damage.js'

/** A share of damages, with its 95% interval by bootstrap over drafts; NaN without damages. */
interface Found {
  readonly found: number
  readonly interval: Interval
  readonly count: number
}

/** How many damages the editor's default suggestions find, and how many suggestions they make for undamaged drafts. */
export interface Drafts {
  /**
   * Paragraphs in a wrong section for which a move or a separate section is suggested. `home`: share of these whose
   * suggested section is the right one.
   */
  readonly moved: Found & { readonly home: number }
  /** Paragraphs of a draft of another source for which a separate section or a move is suggested. */
  readonly foreign: Found
  /** Deleted headings that are suggested at their place. */
  readonly deleted: Found
  /** Pairs of exchanged headings of which at least one is reported. */
  readonly exchanged: Found
  /**
   * Merged sections that are found: a split at their beginning, or a suggestion to group the section by its two themes.
   */
  readonly merged: Found
  /**
   * Drafts without headings: share of the `count` section starts at which splits are suggested; `suggested` is the
   * number of splits.
   */
  readonly removed: {
    readonly exact: number
    readonly interval: Interval
    readonly count: number
    readonly suggested: number
    readonly drafts: number
  }
  /** Suggestions for undamaged drafts. `drafts` is the number of drafts with suggestions. */
  readonly undamaged: {
    readonly suggestions: number
    readonly drafts: number
    readonly count: number
    readonly kinds: Readonly<Record<Suggestion['kind'], number>>
  }
  /** Mean number of moves and of paragraphs to set apart that are suggested for an undamaged draft. */
  readonly falseAlarms: number
  readonly falseAlarmsInterval: Interval
  /** The shares found by source: the part of a file name before `--`, else the folder. */
  readonly sources: Readonly<
    Record<string, Readonly<Record<string, { readonly found: number; readonly count: number }>>>
  >
}

type Judged = Readonly<Record<Damage['kind'] | 'home' | 'alarms', Part>> & {
  readonly source: string
  readonly suggested: number
  readonly undamaged: readonly Suggestion[]
}

export interface DraftsOptions {
  /** Default: 1. */
  readonly seed?: number
  /** Yields the drafts one by one, for instance with a progress bar. */
  readonly inTurn?: (drafts: readonly Draft[]) => Iterable<Draft>
}

/** Damages drafts and measures what their analysis finds. Undefined without drafts. */
export async function measureDrafts(
  encoder: Encoder,
  drafts: readonly Draft[],
  { seed = 1, inTurn = (all) => all }: DraftsOptions = {}
): Promise<Drafts | undefined> {
  const judged: Judged[] = []
  const loose = drafts.map((draft) => ({ source: sourceOf(draft.name), texts: looseParagraphs(draft) }))
  for (const draft of inTurn(drafts)) {
    const source = sourceOf(draft.name)
    const foreign = loose.flatMap((other) => (other.source === source ? [] : other.texts))
    judged.push(await judgeDraft(encoder, draft, foreign, seed))
  }
  if (judged.length === 0) return undefined
  const found = (kind: Damage['kind']): Found => {
    const parts = judged.map((one) => one[kind])
    return { found: shareOf(parts), interval: shareInterval(parts, seed), count: sumOf(parts).count }
  }
  const removed = found('removed')
  const kinds = Object.fromEntries(
    SUGGESTION_KINDS.map((kind) => [
      kind,
      judged.reduce((sum, { undamaged }) => sum + undamaged.filter((one) => one.kind === kind).length, 0)
    ])
  ) as Record<Suggestion['kind'], number>
  const alarms = judged.map((one) => one.alarms)
  return {
    moved: { ...found('moved'), home: shareOf(judged.map(({ home }) => home)) },
    foreign: found('foreign'),
    deleted: found('deleted'),
    exchanged: found('exchanged'),
    merged: found('merged'),
    removed: {
      exact: removed.found,
      interval: removed.interval,
      count: removed.count,
      suggested: judged.reduce((sum, { suggested }) => sum + suggested, 0),
      drafts: judged.filter((one) => one.removed.count > 0).length
    },
    undamaged: {
      suggestions: judged.reduce((sum, { undamaged }) => sum + undamaged.length, 0),
      drafts: judged.filter(({ undamaged }) => undamaged.length > 0).length,
      count: judged.length,
      kinds
    },
    falseAlarms: shareOf(alarms),
    falseAlarmsInterval: shareInterval(alarms, seed),
    sources: bySource(judged)
  }
}

async function judgeDraft(encoder: Encoder, draft: Draft, foreign: readonly string[], seed: number): Promise<Judged> {
  const parts = Object.fromEntries(
    [...DAMAGES, 'home', 'alarms'].map((kind) => [kind, { sum: 0, count: 0 }])
  ) as Record<Damage['kind'] | 'home' | 'alarms', { sum: number; count: number }>
  const count = (kind: keyof typeof parts, found: number, of = 1): void => {
    parts[kind].sum += found
    parts[kind].count += of
  }
  let suggested = 0
  const undamaged = (await analyseDraft(encoder, draft.text, draft.format)).suggestions
  count('alarms', undamaged.filter(({ kind }) => kind === 'move' || kind === 'separate').length)
  for (const { text, damage } of damageDraft(draft, seed, { foreign })) {
    const { suggestions } = await analyseDraft(encoder, text, draft.format)
    if (damage.kind === 'removed') {
      const splits = suggestions.flatMap((one) => (one.kind === 'split' ? [one.paragraph] : []))
      suggested += splits.length
      count('removed', damage.starts.filter((start) => splits.includes(start)).length, damage.starts.length)
      continue
    }
    const finding = suggestions.filter((one) => finds(one, damage))
    count(damage.kind, Number(finding.length > 0))
    if (damage.kind === 'moved' && finding.length > 0) {
      count('home', Number(finding.some((one) => one.kind === 'move' && one.to === damage.home)))
    }
  }
  return { source: sourceOf(draft.name), ...parts, suggested, undamaged }
}

/** Returns whether a suggestion is about a damage. */
function finds(one: DraftAnalysis['suggestions'][number], damage: Exclude<Damage, { kind: 'removed' }>): boolean {
  switch (damage.kind) {
    case 'moved':
    case 'foreign':
      return (one.kind === 'move' || one.kind === 'separate') && paragraphsOf(one).includes(damage.paragraph)
    case 'deleted':
      return one.kind === 'split' && one.paragraph === damage.paragraph
    case 'exchanged':
      return one.kind === 'heading' && damage.sections.includes(one.section)
    case 'merged':
      return one.kind === 'split'
        ? one.paragraph === damage.paragraph
        : one.kind === 'mixed' && one.section === damage.section
  }
}

function sourceOf(name: string): string {
  const [file, ...folders] = name.split('/').reverse()
  return file.includes('--') ? file.split('--')[0] : (folders.at(-1) ?? '')
}

function sumOf(parts: readonly Part[]): Part {
  return parts.reduce((all, { sum, count }) => ({ sum: all.sum + sum, count: all.count + count }), { sum: 0, count: 0 })
}

function bySource(judged: readonly Judged[]): Drafts['sources'] {
  const sources = [...new Set(judged.map(({ source }) => source))].sort()
  return Object.fromEntries(
    sources.map((source) => {
      const own = judged.filter((one) => one.source === source)
      const shares = DAMAGES.map((kind) => {
        const parts = own.map((one) => one[kind])
        return [kind, { found: shareOf(parts), count: sumOf(parts).count }] as const
      })
      return [source, Object.fromEntries(shares.filter(([, { count }]) => count > 0))]
    })
  )
}
