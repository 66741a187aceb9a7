import { stat } from 'node:fs/promises'
import { Failure, readFailure, readLines } from '@leitmotif/command'
import { splitSentences, slice, trimNewsBody } from '@leitmotif/encoder'
import { corporaSize, isCorpusFile, openCorpus, type CorpusOptions } from '../corpora/corpus.js'

/** What headlines are read from, for people. */
export const HEADLINE_KINDS = 'plain text, one headline a line, or articles, whose sentences are taken'

async function isCorpus(path: string): Promise<boolean> {
  if (isCorpusFile(path)) return true
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    throw readFailure(path, error)
  }
}

/**
 * Streams headlines: the lines of a plain text file (`.gz` is unpacked; empty lines are passed over), or the sentences
 * of the paragraphs of a corpus of articles, news without its dateline and credits.
 * @throws Failure where a file is missing, binary or can't be read.
 */
export async function* readHeadlines(path: string, options: CorpusOptions = {}): AsyncGenerator<string> {
  if (await isCorpus(path)) {
    for await (const { sections } of openCorpus(path, options)) {
      for (const paragraph of sections.flatMap((section) => section.paragraphs)) {
        const text = trimNewsBody(paragraph) ?? paragraph
        for (const span of splitSentences(text)) yield slice(text, span).trim()
      }
    }
    return
  }
  for await (const { text, number, utf8 } of readLines(path, options.onBytes)) {
    if (text.includes('\0')) {
      throw new Failure(
        `${path}: line ${number}: is binary: it has NUL bytes; expected UTF-8 text, one headline a line`
      )
    }
    if (!utf8) {
      const damage = `${path}: line ${number}: no UTF-8 text; save it as UTF-8`
      if (options.onDamage === undefined) throw new Failure(damage)
      options.onDamage(damage)
      continue
    }
    const headline = text.trim()
    if (headline !== '') yield headline
  }
}

/** How many bytes the files take on disk: what `onBytes` comes to, file after file. */
export async function headlinesSize(paths: readonly string[]): Promise<number> {
  let total = 0
  for (const path of paths) total += (await isCorpus(path)) ? await corporaSize([path]) : (await stat(path)).size
  return total
}
