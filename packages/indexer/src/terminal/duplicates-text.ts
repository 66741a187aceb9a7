import { counted } from '@leitmotif/command'
import type { SentenceRecord } from '../store/store.js'
import { formatCount, percent } from './numbers.js'
import { paint, textWidth, wrap } from './terminal-text.js'
import type { DuplicateGroup, Duplicates } from '../duplicates/duplicates.js'
import type { DuplicateKind } from '../duplicates/sentence-similarity.js'
import { MAX_LINKED } from '../duplicates/linked-groups.js'

/** Display names of the kinds. */
export const KIND_NAMES: Readonly<Record<DuplicateKind, string>> = {
  same: 'the same words',
  near: 'nearly the same words',
  paraphrase: 'the same in other words'
}

/** Sentences shown of each group. */
const SHOWN = 5

/** Formats up to `most` groups. */
export function duplicatesText(duplicates: Duplicates, most: number): string {
  const { found, scorer, groups } = duplicates
  const all = groups.same + groups.near + groups.paraphrase
  const lines = [summaryOf(duplicates)]
  found.slice(0, most).forEach((group, index) => {
    const head = `${String(index + 1).padStart(3)}  ${paint.bold(KIND_NAMES[group.kind])}`
    lines.push('', `${head}  ${paint.dim(figuresOf(group, scorer))}`)
    for (const member of group.members.slice(0, SHOWN)) lines.push(...memberLines(member))
    if (group.sentences > SHOWN) lines.push(`     ${paint.dim(`and ${group.sentences - SHOWN} more`)}`)
  })
  if (all > most)
    lines.push('', `${counted(all - most, 'more group')}; -n shows more, and --json and --export contain more`)
  return `${lines.join('\n')}\n`
}

/** Summarizes the duplicates in a sentence. */
export function summaryOf({ sentences, duplicated, groups }: Duplicates): string {
  const all = groups.same + groups.near + groups.paraphrase
  const looked = counted(sentences, 'sentence')
  if (all === 0) return `No duplicates in ${looked}.`
  const kinds = (['same', 'near', 'paraphrase'] as const)
    .filter((kind) => groups[kind] > 0)
    .map((kind) => `${formatCount(groups[kind])} ${KIND_NAMES[kind]}`)
  return `${counted(duplicated, 'sentence')} of ${formatCount(sentences)} in ${counted(all, 'group')}: ${kinds.join(', ')}`
}

/** Formats the figures of a group. */
export function figuresOf(
  { sentences, documents, shared, relatedness, cut }: DuplicateGroup,
  scorer: Duplicates['scorer']
): string {
  const size = `${counted(sentences, 'sentence')} of ${counted(documents, 'document')}`
  const words = shared === 1 ? [] : [`${percent(shared)} of their words shared`]
  const related =
    relatedness === undefined || scorer === undefined
      ? []
      : [`related ${relatedness.toFixed(1)} of ${scorer.scale[1].toFixed(0)}`]
  const more = cut === true ? [`limited to ${MAX_LINKED} wordings; other groups may continue it`] : []
  return [size, ...related, ...words, ...more].join(' · ')
}

function memberLines({ text, title, path, document, position }: SentenceRecord): string[] {
  const place = `${[title, ...path].join(' › ')} · ${document}#${position}`
  const [first, ...others] = wrap(text, textWidth() - 7)
  return [`     · ${first}`, ...others.map((line) => `       ${line}`), `       ${paint.dim(place)}`]
}
