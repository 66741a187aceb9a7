import { counted } from '@leitmotif/command'
import { fixed, percent } from './numbers.js'
import { paint, textWidth, wrap } from './terminal-text.js'
import type { ListedTheme, NamedTheme, ShownTheme, ThemeChanges, ThemeGroup, ThemeList } from '../themes/list.js'

/**
 * Formats up to `most` themes by group, largest first. `place` is the options that name the collection, as
 * `placeArguments` returns them.
 */
export function listText(list: ThemeList, place: string, most = Infinity): string {
  const { themes, groups, sentences, documents, unassigned } = list
  const lines = [
    `${counted(themes.length, 'theme')} of ${counted(sentences, 'sentence')} in ${counted(documents, 'document')}; ` +
      `${counted(unassigned, 'sentence')} (${percent(unassigned / Math.max(1, sentences))}) without a theme`
  ]
  const byId = new Map<string, ListedTheme | ThemeGroup>([...groups, ...themes].map((node) => [node.id, node]))
  let shown = 0
  const add = (nodes: readonly (ListedTheme | ThemeGroup)[], indent: string): void => {
    const visible = nodes.filter(({ hidden }) => !hidden)
    for (const node of visible.sort((a, b) => b.sentences - a.sentences || (a.id < b.id ? -1 : 1))) {
      if (shown === most) return
      if ('children' in node) {
        lines.push('', `${indent}${node.id}  ${paint.bold(node.label)}`, `${indent}  ${paint.dim(sizeText(node))}`)
        add(
          node.children.map((id) => byId.get(id)!),
          `${indent}  `
        )
        continue
      }
      shown++
      lines.push(...themeLines(node, indent))
    }
  }
  add(
    [...groups, ...themes].filter(({ parent }) => parent === undefined),
    ''
  )
  const hidden = themes.filter(({ hidden }) => hidden).length
  const rest = themes.length - hidden - shown
  if (rest > 0) lines.push('', `… and ${rest} more; leitmotif themes list${place} shows all`)
  if (list.boilerplate !== undefined)
    lines.push('', `${paint.bold('Boilerplate')}, set aside: ${sizeText(list.boilerplate).trim()}`)
  if (hidden > 0)
    lines.push('', `${counted(hidden, 'theme')} hidden; list them with: leitmotif themes list --json${place}`)
  return `${[...lines, ...driftLines(list, place)].join('\n')}\n`
}

function themeLines(theme: ListedTheme, indent: string): string[] {
  const marks = [...(theme.pinned ? ['pinned'] : []), ...(theme.seeded ? ['seeded'] : [])]
  const lines = [
    '',
    `${indent}${theme.id}  ${paint.bold(theme.label)}${marks.map((mark) => paint.dim(`  ${mark}`)).join('')}`,
    `${indent}  ${paint.dim(sizeText(theme))}`
  ]
  for (const exemplar of theme.exemplars.slice(0, 1)) {
    for (const line of wrap(`“${exemplar.text}” (${exemplar.title})`, textWidth() - 10 - indent.length)) {
      lines.push(`${indent}          ${line}`)
    }
  }
  return lines
}

function sizeText({ share, sentences, documents }: ListedTheme | ThemeGroup): string {
  return `${percent(share).padStart(6)}  ${counted(sentences, 'sentence')} in ${counted(documents, 'document')}`
}

/** Formats how well new sentences fit the themes, and whether to build them again. */
function driftLines({ drift, built, sentences }: ThemeList, place: string): string[] {
  if (drift === undefined) {
    if (built === sentences) return []
    return [
      '',
      `The collection has changed since the themes were built from ${counted(built, 'sentence')}; build them again: leitmotif themes build${place}`
    ]
  }
  const fit =
    `${counted(drift.sentences, 'sentence')} added since the themes were built: ${percent(drift.unassigned)} without a theme ` +
    `(before: ${percent(drift.unassignedBuilt)}), mean similarity ${fixed(drift.similarity)} (before: ${fixed(drift.similarityBuilt)}).`
  if (drift.reason === undefined) return ['', ...wrap(`${fit} The themes still fit.`, textWidth())]
  // The command has its own line, so that it can be copied.
  const advice = `Build the themes again, because ${drift.reason}:`
  return ['', ...wrap(`${fit} ${advice}`, textWidth()), `leitmotif themes build${place}`]
}

/** Formats a theme or group: its words, documents and most typical sentences. */
export function showText(theme: ShownTheme): string {
  const columns = textWidth()
  const lines = [
    `${theme.id}  ${paint.bold(theme.label)}`,
    `${counted(theme.sentences, 'sentence')} (${percent(theme.share)}) in ${counted(theme.documents, 'document')}`
  ]
  if (theme.terms.length > 0) lines.push(...wrap(`words: ${theme.terms.map(({ term }) => term).join(', ')}`, columns))
  if (theme.parent !== undefined) lines.push(`in: ${theme.path.slice(0, -1).join(' › ')}`)
  if (theme.children !== undefined) lines.push(...wrap(`contains: ${theme.children.join(', ')}`, columns))
  if (theme.merged.length > 0) lines.push(`merged into it: ${theme.merged.join(', ')}`)
  lines.push('', paint.bold('Documents with most sentences'))
  for (const { document, sentences } of theme.in) lines.push(`${String(sentences).padStart(7)}  ${document}`)
  lines.push('', paint.bold('Most typical sentences'))
  for (const record of theme.nearest) {
    // Boilerplate has no centre that its sentences are near to.
    const similarity = record.themeSimilarity === undefined ? '' : `${paint.dim(fixed(record.themeSimilarity))}  `
    lines.push(`  ${similarity}${[record.title, ...record.path].join(' › ')}`)
    for (const line of wrap(record.text, columns - 8)) lines.push(`        ${line}`)
  }
  return `${lines.join('\n')}\n`
}

/** Formats the changes since the previous build, up to `most` themes of each kind. */
export function changesText(changes: ThemeChanges | undefined, place: string, most = Infinity): string {
  if (changes === undefined)
    return 'These are the first themes of the collection; there is no previous build to compare with.\n'
  const { kept, born, died, merged, split } = changes
  const lines = [
    `${counted(kept.length, 'theme')} kept, ${born.length} new, ${died.length} gone, ${merged.length} merged, ${split.length} split`
  ]
  const name = ({ id, label }: NamedTheme): string => `${id}  ${label}`
  const ids = (themes: readonly NamedTheme[]): string => themes.map(({ id }) => id).join(', ')
  const add = (heading: string, found: readonly string[]): void => {
    if (found.length > 0) lines.push('', paint.bold(heading), ...found.slice(0, most).map((line) => `  ${line}`))
    if (found.length > most)
      lines.push(`  … and ${found.length - most} more; leitmotif themes compare${place} shows all`)
  }
  add('New', born.map(name))
  add('Gone', died.map(name))
  add(
    'Merged',
    merged.map(({ from, into }) => `${ids(from)} → ${name(into)}`)
  )
  add(
    'Split',
    split.map(({ from, into }) => `${name(from)} → ${ids(into)}`)
  )
  return `${lines.join('\n')}\n`
}
