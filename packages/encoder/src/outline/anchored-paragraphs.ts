import type { OutlineParagraph } from '../segmentation/sections.js'

/** Quotes, emphasis and brackets that may open a paragraph. */
const OPENED = String.raw`^[\s>*_~"'“‘«([#-]*`

/** Words that connect to the text before. */
const CONNECTIVES = [
  'accordingly|additionally|afterwards?|again|also|alternatively|and|anyway|apart from|as a (?:result|consequence)',
  'as (?:above|before|described|discussed|explained|i|mentioned|noted|said|seen|shown|soon as|such|we|well as|with|you)',
  'at (?:first|last|that point|the same time|this point)|besides|beyond|but|by (?:comparison|contrast|doing|now)',
  'consequently|conversely|(?:de|in )spite|even|eventually|finally|firstly?|for (?:all|example|instance|more|now|one)',
  'for (?:that|these|this|those)|fortunately|further(?:more)?|hence|however|importantly|in (?:addition|any case|brief)',
  'in (?:conclusion|contrast|fact|other words|particular|response|short|some|such|sum|summary|the end|turn)',
  'in (?:each|general|most|practice|that|the (?:above|first|former|latter|meantime|second)|these|this|those)',
  'indeed|instead|interestingly|lastly|later|likewise|meanwhile|more(?:over| generally| importantly)|naturally|neither',
  'nevertheless|next|no matter|nonetheless|nor|not (?:only|all|every)|notably|now|obviously|of (?:course|these|those)',
  'on (?:that|the (?:contrary|one|other)|this|top)|only|or|otherwise|overall|perhaps|rather|regardless|remember|second(?:ly)?',
  'similarly|so|sometimes|somewhat|still|subsequently|surprisingly|that (?:is|said)|then|therefore|third(?:ly)?|thus',
  'to (?:achieve|address|avoid|be|begin|do|illustrate|make|recap|see|start|sum|that|this|understand)',
  'ultimately|under (?:that|the|these|this)|unfortunately|until|what|when (?:it|they|this|we|you)|while|why|with (?:all|that|these|this)|yes|yet|no'
]

/** Words that refer to something named before. */
const ANAPHORA = [
  "another|both|each of|either|he|her|here|hers|his|it|it[’'].{1,2}|its|many of|most of|none of|one (?:of|such|more|other)",
  "other|others|same|several of|she|some|such|that|that[’']s|the (?:above|aforementioned|final|first|following|former)",
  "the (?:last|latter|next|other|others|remaining|rest|same|second|third|two)|their|theirs|there[’']s|there (?:are|is|was|were)",
  "these|they|they[’'].{1,2}|this|those|see|read"
]

/** Words with which the writer addresses the reader. What "we" do next depends on the place of the paragraph. */
const TELLING = [
  "i|i[’'].{1,2}|let[’']?s|let us|we|we[’'].{1,2}",
  "(?:after|after doing|before|if|once|unless|whether) (?:above|all|any|it|not|so|that|the|they|this|we|you|your)(?:[’'].{1,2})?",
  '(?:if|whether) .{1,60}'
]

/** Labels of remarks on the surrounding text. */
const LABEL = String.raw`(?:a|action items?|answer|aside|caution|edit|example|hint|important|nb|note|p\.?s\.?|q|question|step \w+|tip|todo|update|warning)\s*[*_]*\s*[:.,!)–—-]`

const REFERRING = new RegExp(
  String.raw`${OPENED}(?:${LABEL}|(?:${[...CONNECTIVES, ...ANAPHORA, ...TELLING].join('|')})(?![\p{L}\p{N}’']))`,
  'iu'
)

/** A colon that introduces what follows. */
const LEADING = /[:：][\p{Pe}\p{Pf}"'*_]*\s*$/u

/** UTF-16 units read at a paragraph's start and end, which bounds the cost. */
const READ = 100

/**
 * Returns whether a paragraph refers to the text before it and can't be moved: it opens with a connective, a pronoun, a
 * remark or the writer's "we". English only; false for other languages.
 */
export function refersBack(text: string): boolean {
  return REFERRING.test(text.slice(0, READ))
}

/** Returns whether a paragraph introduces the next: "The settings are:". One that ends with code introduces that. */
export function introducesNext({
  text,
  endsWithCode = false
}: Pick<OutlineParagraph, 'text' | 'endsWithCode'>): boolean {
  return !endsWithCode && LEADING.test(text.slice(-READ))
}
