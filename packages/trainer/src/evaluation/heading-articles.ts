import { splitSentences, type HeadedSection, type HeadedText } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { repeatsWords } from '@leitmotif/encoder/training'
import type { Random } from '@leitmotif/encoder/vectors'

/** Returns the sections of every level with their sentences and parents. */
export function headedArticle(article: Article): Omit<HeadedText, 'vectors'> {
  const sentences: string[] = []
  const section: number[] = []
  const open: { readonly level: number; readonly index: number }[] = []
  const sections = article.sections.map(({ heading, level, paragraphs }, index): HeadedSection => {
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop()
    const parent = open.at(-1)?.index ?? -1
    if (level > 0) open.push({ level, index })
    for (const text of paragraphs) {
      for (const { start, end } of splitSentences(text)) {
        const sentence = text.slice(start, end).trim()
        if (sentence === '') continue
        sentences.push(sentence)
        section.push(index)
      }
    }
    return { heading: heading.trim(), parent }
  })
  return { sentences, section, sections }
}

/**
 * Exchanges the headings of two of the sections `named`, neither of which contains the other. Undefined if there is no
 * such pair.
 */
export function exchangeHeadings(
  sections: readonly HeadedSection[],
  named: readonly number[],
  random: Random
): { readonly sections: readonly HeadedSection[]; readonly pair: readonly [number, number] } | undefined {
  const isAbove = (a: number, b: number): boolean => b >= 0 && (a === b || isAbove(a, sections[b].parent))
  const a = named[random.integer(Math.max(1, named.length))]
  const others = named.filter((s) => !isAbove(a, s) && !isAbove(s, a))
  if (others.length === 0) return undefined
  const b = others[random.integer(others.length)]
  const exchanged = [...sections]
  exchanged[a] = { ...sections[a], heading: sections[b].heading }
  exchanged[b] = { ...sections[b], heading: sections[a].heading }
  return { sections: exchanged, pair: [a, b] }
}

/** Returns the share of words that two headings have in common, in any form, 0 to 1. */
export function sharedWords(a: readonly string[], b: readonly string[]): number {
  const shares = (one: readonly string[], other: readonly string[]): number =>
    one.filter((key) => repeatsWords([key], other)).length
  return (shares(a, b) + shares(b, a)) / Math.max(1, a.length + b.length)
}
