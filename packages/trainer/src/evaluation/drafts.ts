import { analyseDraft, type Encoder } from '@leitmotif/encoder'
import { paragraphsOf, SUGGESTION_KINDS, type DraftAnalysis, type Suggestion } from '@leitmotif/encoder/draft'
import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import { DAMAGES, damageDraft, type Damage, type Draft } from './draft-damage.js'

/** A share of damages, with its 95 % interval by bootstrap over drafts; NaN without any. */
interface Found {
  readonly found: number
  readonly interval: Interval
  readonly count: number
}

/** What the editor's default suggestions find of damaged drafts, and say of undamaged ones. */
export interface Drafts {
  /** Paragraphs in a wrong section that a move or a section of their own is suggested for; `home`: share of these sent home. */
  readonly moved: Found & { readonly home: number }
  /** Deleted headings that are suggested again at their place. */
  readonly deleted: Found
  /** Pairs of exchanged headings of which one or both are reported. */
  readonly exchanged: Found
  /** Sections joined to another that are found again: a split at their beginning, or the section is said to have two themes. */
  readonly merged: Found
  /** Drafts without headings: the share of the `count` section starts that splits are suggested at, of `suggested` splits. */
  readonly removed: {
    readonly exact: number
    readonly interval: Interval
    readonly count: number
    readonly suggested: number
    readonly drafts: number
  }
  /** Suggestions for undamaged drafts; `drafts`: how many drafts have some. */
  readonly undamaged: {
    readonly suggestions: number
    readonly drafts: number
    readonly count: number
    readonly kinds: Readonly<Record<Suggestion['kind'], number>>
  }
  /** Moves, and paragraphs to set apart, that are suggested for an undamaged draft: the mean number. */
  readonly falseAlarms: number
  readonly falseAlarmsInterval: Interval
  /** The shares found by source: a file name's part before `--`, else the folder. */
  readonly sources: Readonly<
    Record<string, Readonly<Record<string, { readonly found: number; readonly count: number }>>>
  >
}

type Judged = Readonly<Record<Damage['kind'] | 'home' | 'alarms', Part>> & {
  readonly source: string
  readonly suggested: number
  readonly undamaged: readonly Suggestion[]
}

/** Damages drafts and measures what their analysis finds. Undefined without drafts. */
export async function measureDrafts(
  encoder: Encoder,
  drafts: Iterable<Draft>,
  { seed = 1 }: { readonly seed?: number } = {}
): Promise<Drafts | undefined> {
  const judged: Judged[] = []
  for (const draft of drafts) judged.push(await judgeDraft(encoder, draft, seed))
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

async function judgeDraft(encoder: Encoder, draft: Draft, seed: number): Promise<Judged> {
  const parts = Object.fromEntries(
    [...DAMAGES, 'home', 'alarms'].map((kind) => [kind, { sum: 0, count: 0 }])
  ) as Record<Damage['kind'] | 'home' | 'alarms', { sum: number; count: number }>
  const count = (kind: keyof typeof parts, found: number, of = 1): void => {
    parts[kind].sum += found
    parts[kind].count += of
  }
  let suggested = 0
  const undamaged = (await analyseDraft(encoder, draft.text, draft.format)).suggestions
  count('alarms', undamaged.filter(({ kind }) => kind === 'move' || kind === 'apart').length)
  for (const { text, damage } of damageDraft(draft, seed)) {
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
      return (one.kind === 'move' || one.kind === 'apart') && paragraphsOf(one).includes(damage.paragraph)
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
