/**
 * The kind of text in a paragraph. `text`: running text. `speech`: someone speaks. `verse`: lines of a poem. `list`: items, a
 * quote or a remark set apart. `question`: a single question. `label`: a line used as a heading. `caption`: words about a figure or table.
 */
type ParagraphForm = 'text' | 'speech' | 'verse' | 'list' | 'question' | 'label' | 'caption'

/** A paragraph's form. `label`: its words that can serve as a heading: all of a label or question, or a bold beginning. */
export interface FormedParagraph {
  readonly form: ParagraphForm
  readonly label?: string
}

/** A paragraph as it is written. */
export interface WrittenParagraph {
  /** Its source, with markup. */
  readonly source: string
  /** Its words. */
  readonly text: string
  /** Whether it is a list or a quote. */
  readonly isContained: boolean
}

/** UTF-16 units read at a paragraph's beginning, which bounds the cost. */
const READ = 400

/** Opens with a quotation mark or a dash, as speech does. */
const SPEECH = /^[\s*_]*["“”„«»‘—–]|^[\s*_]*'(?=\p{Lu})|^-(?=\p{Lu})/u

/** Bold words of a whole paragraph, or of its beginning, as Markdown, AsciiDoc, reStructuredText and LaTeX write them. */
const BOLD = [
  /^\s*(?:\*\*|__)(?=\S)([^*_\n]{2,90}?)(?:\*\*|__)(?![\p{L}\p{N}])/u,
  /^\s*\*(?=[^\s*])([^*\n]{2,90}?)\*(?![\p{L}\p{N}*])/u,
  /^\s*(?:\\noindent\s*)?\\(?:textbf|textsc|emph)\{([^{}\n]{2,90})\}/u
] as const
const ITALIC_ASTERISK = 1

/** Labels of remarks, which begin no section. */
const REMARK =
  /^(?:a|action items?|answer|aside|caution|danger|edit|example|hint|important|info|n\.?b\.?|note|p\.?s\.?|q|question|see also|solution|source|step \d+|tip|tl;?dr|todo|update|warning)\s*[:.!]*$/iu

/** A remark set apart, as reStructuredText and AsciiDoc write it, or an item of a list in plain text. */
const SET_APART =
  /^\s*(?:\.\. (?!_)[\w-]+::|\[(?:CAUTION|IMPORTANT|NOTE|TIP|WARNING)\]|(?:CAUTION|IMPORTANT|NOTE|TIP|WARNING): |[*•-] )/u

const CAPTION =
  /^(?:figure|fig\.|table|listing|photo|image|abbildung|abb\.|tabelle|tableau)\s*\d*(?:\.\d+)*\s*[:.–—-]/iu

/** Maximum number of words of a label and of a question that is used as a heading. */
const MOST_LABEL = 12
const MOST_QUESTION = 25

/** Lines of a verse: how many at least, and their most characters. */
const VERSE = { lines: 3, length: 60 } as const

/**
 * Returns the form of each paragraph. Labels that occur twice are not ones: speakers of an interview, or remarks. Linear in the
 * number of paragraphs.
 * @param format markup of the draft: only Markdown's single asterisks are italic
 */
export function formsOf(paragraphs: readonly WrittenParagraph[], format: string): FormedParagraph[] {
  const labels = paragraphs.map(({ source, isContained }) => (isContained ? undefined : labelOf(source, format)))
  const times = new Map<string, number>()
  for (const label of labels) if (label !== undefined) times.set(label.words, (times.get(label.words) ?? 0) + 1)
  return paragraphs.map((paragraph, p): FormedParagraph => {
    const label = labels[p]
    const words = label !== undefined && times.get(label.words) === 1 ? label.words : undefined
    const form = formOf(paragraph, label !== undefined && words !== undefined && label.isWhole)
    if (form === 'question') return { form, label: paragraph.text.trim() }
    return { form, ...(words !== undefined && (form === 'label' || form === 'text') && { label: words }) }
  })
}

function formOf({ source, text, isContained }: WrittenParagraph, isLabel: boolean): ParagraphForm {
  if (isContained || SET_APART.test(source.slice(0, READ))) return 'list'
  const start = text.slice(0, READ)
  if (CAPTION.test(start)) return 'caption'
  if (isQuestion(text)) return 'question'
  if (isLabel) return 'label'
  if (SPEECH.test(start)) return 'speech'
  return isVerse(source) ? 'verse' : 'text'
}

/** Returns the bold words that a paragraph begins with, and whether it has no others. */
function labelOf(source: string, format: string): { readonly words: string; readonly isWhole: boolean } | undefined {
  const start = source.slice(0, READ)
  for (const [at, pattern] of BOLD.entries()) {
    if (at === ITALIC_ASTERISK && format !== 'asciidoc') continue
    const found = pattern.exec(start)
    if (found === null) continue
    const rest = start.slice(found[0].length)
    const isWhole = /^[\s:.\\]*$/u.test(rest)
    const isSet = /[:.]\s*$/u.test(found[1]) || /^\s*[:.–—]/u.test(rest)
    const words = found[1].replace(/[\s:.]+$/u, '').trim()
    if (
      !(isWhole || isSet) ||
      REMARK.test(words) ||
      countOf(words) > MOST_LABEL ||
      !/^[^\p{L}]*[\p{Lu}\p{N}\p{Lo}]/u.test(words)
    )
      return undefined
    return { words, isWhole }
  }
  return undefined
}

function isQuestion(text: string): boolean {
  if (text.length > READ || !/[?？]["”’)*_]*\s*$/u.test(text)) return false
  return (
    !/[.!?]\s/u.test(text.replace(/^\s*(?:Q|Question|\d+)\s*[.:)]\s*/iu, '')) &&
    countOf(text) <= MOST_QUESTION &&
    !SPEECH.test(text)
  )
}

function isVerse(source: string): boolean {
  const lines = source.slice(0, READ).split(/\r\n|\r|\n/)
  if (source.length > READ) lines.pop()
  const written = lines.filter((line) => line.trim() !== '')
  if (written.length < VERSE.lines) return false
  return written.every((line) => line.trim().length <= VERSE.length && /^[^\p{L}]*\p{Lu}/u.test(line))
}

function countOf(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}

/** Paragraphs of questions from which a draft is an interview: how many at least, and their share of all. */
const INTERVIEW = { questions: 3, share: 0.08 } as const

/** Returns whether a draft asks and answers: an interview, whose questions stand for headings. */
export function isInterview(forms: readonly FormedParagraph[]): boolean {
  const questions = forms.filter(({ form }) => form === 'question').length
  return questions >= INTERVIEW.questions && questions >= INTERVIEW.share * forms.length
}

/** Share of spoken paragraphs from which a text is a story; with many pronouns of persons, a smaller one is enough. */
const STORY = { paragraphs: 20, speech: 0.15, someSpeech: 0.04, persons: 0.035 } as const

const PERSONS = /(?<![\p{L}'’])(?:he|she|him|her|his|hers|i|me|my)(?![\p{L}])/giu
const SPOKEN_INSIDE = /[“"][^“”"\n]{2,400}[”"]/u

/** Returns whether a draft tells a story: its chapters follow what happens and who speaks, not subjects. */
export function isStory(forms: readonly FormedParagraph[], texts: readonly string[]): boolean {
  if (texts.length < STORY.paragraphs) return false
  const shareOf = (counted: (p: number) => boolean): number => [...texts.keys()].filter(counted).length / texts.length
  if (shareOf((p) => forms[p].form === 'speech') >= STORY.speech) return true
  if (shareOf((p) => forms[p].form === 'speech' || SPOKEN_INSIDE.test(texts[p])) < STORY.someSpeech) return false
  let [persons, words] = [0, 0]
  for (const text of texts) {
    persons += text.match(PERSONS)?.length ?? 0
    words += countOf(text)
  }
  return persons >= STORY.persons * words
}

/**
 * Returns whether a section may begin at a paragraph: not with a list, between two lines of a dialogue or a poem, or between a label
 * or question and its text.
 */
export function mayBegin(forms: readonly FormedParagraph[], breaks: ReadonlySet<number>, p: number): boolean {
  if (p === 0) return false
  const [before, own] = [forms[p - 1].form, forms[p].form]
  if (before === 'label' || before === 'question' || own === 'caption') return false
  if (breaks.has(p)) return true
  return own !== 'list' && !(before === own && (own === 'speech' || own === 'verse'))
}

/** Returns whether a paragraph can leave its neighbours: it is running text, and no label is above it. */
export function mayLeave(forms: readonly FormedParagraph[], p: number): boolean {
  if (p > 0 && forms[p].form === 'text' && (forms[p - 1].form === 'label' || forms[p - 1].form === 'question'))
    return false
  return forms[p].form === 'text' || forms[p].form === 'list'
}
