import { createOutline, type FileContent } from './file-content.js'
import { textLines } from './text-file.js'

/** Seconds of silence that end a paragraph. */
const PAUSE = 3

/** `00:01:02,500 --> 00:01:04,000`, with points and without hours in WebVTT. */
const TIMES = /^(?:(\d{1,3}):)?(\d\d):(\d\d)[.,](\d{3})[ \t]+-->[ \t]+(?:(\d{1,3}):)?(\d\d):(\d\d)[.,](\d{3})/

/** Reads the words of subtitles (SubRip, WebVTT): cues without times and marks, joined to paragraphs between pauses. */
export function readSubtitles(content: Uint8Array): Promise<FileContent> {
  const outline = createOutline()
  let words: string[] = []
  let ended = 0
  let last = ''
  const finish = (): void => {
    outline.paragraph(words.join(' '))
    words = []
  }
  const lines = textLines(content)
  for (let at = 0; at < lines.length; at++) {
    const found = TIMES.exec(lines[at].trim())
    if (found === null) continue
    const [start, end] = [seconds(found.slice(1, 5)), seconds(found.slice(5, 9))]
    if (start - ended >= PAUSE) finish()
    ended = end
    for (; at + 1 < lines.length && lines[at + 1].trim() !== ''; at++) {
      const shown = lines[at + 1].replace(/<[^<>]*>|\{\\[^{}]*\}/g, '').trim()
      const line = shown.replace(/^[-–—][ \t]*(?=\S)/, '')
      // Another speaker.
      if (line !== shown) finish()
      // Captions that roll up show each line twice.
      if (line !== '' && line !== last) words.push(line)
      last = line
    }
  }
  finish()
  return Promise.resolve({ sections: outline.sections, fields: {} })
}

function seconds([hours, minutes, whole, thousandths]: readonly (string | undefined)[]): number {
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths) / 1000
}
