import { Failure, readLines } from '@leitmotif/command'
import type { ChunkedWords } from '../tagging/chunker.js'

/** Maximum number of characters shown of an invalid line. */
const SHOWN = 80
const CHUNK = /^(?:O|[BI]-[A-Z]+)$/

/**
 * Reads sentences in the CoNLL-2000 format: each line has a word, its part of speech and its chunk; an empty line ends
 * a sentence. Removes escapes from words: 3/4, not 3\/4.
 * @throws Failure when a line has another format, or the file has no sentence.
 */
export async function readConll(path: string): Promise<ChunkedWords[]> {
  const sentences: ChunkedWords[] = []
  let words: string[] = []
  let tags: string[] = []
  let chunks: string[] = []
  const end = (): void => {
    if (words.length > 0) sentences.push({ words, tags, chunks })
    words = []
    tags = []
    chunks = []
  }
  let before = 0
  for await (const { text, number } of readLines(path)) {
    // The reader skips empty lines.
    if (number > before + 1) end()
    before = number
    const columns = text.trim().split(/\s+/)
    const [word, tag, chunk] = columns
    if (word === '') {
      end()
      continue
    }
    if (columns.length !== 3 || !CHUNK.test(chunk)) {
      const shown = JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
      throw new Failure(`${path}: line ${number} is ${shown}; expected a word, its tag and its chunk`)
    }
    words.push(word.replaceAll('\\', ''))
    tags.push(tag)
    chunks.push(chunk)
  }
  end()
  if (sentences.length > 0) return sentences
  throw new Failure(`${path}: holds no sentence; expected a file of the CoNLL-2000 shared task`)
}
