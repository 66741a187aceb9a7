/** Why something that a writer asks for can't be done, and what to do instead: a sentence or two for each. */
export interface Refusals {
  // Of changes of a draft
  readonly begins: string
  readonly openingStays: string
  readonly beforeOpening: string
  readonly intoItself: string
  readonly tooDeep: (level: number, deepest: number) => string
  readonly openingHasNone: string
  readonly noHeading: string
  readonly oneTheme: (themes: number) => string
  readonly themeStays: (theme: string) => string
  readonly noWordsInHeading: string
  readonly longHeading: (length: number, most: number) => string
  readonly readOtherwise: (near: string) => string
  readonly actsOtherwise: (mark: string) => string

  // Of related passages
  readonly noWordsSelected: string
  readonly noAddress: (url: string) => string
  readonly credentials: string
  readonly unprotected: (origin: string) => string
  readonly late: (origin: string, seconds: number) => string
  readonly notOurs: (origin: string, got: Strangeness) => string
  /** `page`: the origin of the page that asked, where it was one. */
  readonly noService: (origin: string, page?: string) => string
  readonly wantsToken: (origin: string) => string
  readonly otherToken: (origin: string) => string
  readonly moved: (origin: string) => string
  readonly problem: (origin: string, status: number, detail: string) => string
  readonly longAnswer: (most: number) => string

  // Of the themes of a workspace
  readonly manyFiles: (count: number, most: number) => string
  readonly muchText: (length: number, most: number) => string
}

/** How an answer is unlike those of `leitmotif serve`; a number is its status. */
export type Strangeness = 'no-json' | 'no-hits' | 'no-text' | number

/** An error that a writer is told of: in English by its message, in any language by `say`. */
export class Refused extends Error {
  readonly say: (refusals: Refusals) => string

  constructor(say: (refusals: Refusals) => string, options?: ErrorOptions) {
    super(say(ENGLISH_REFUSALS), options)
    this.say = say
  }
}

/** What a writer is told of an error. */
export function sayError(error: unknown, refusals: Refusals): string {
  if (error instanceof Refused) return error.say(refusals)
  return error instanceof Error ? error.message : String(error)
}

const EXPECTED =
  'expected one that begins with https://, or with http:// on this machine, such as http://127.0.0.1:4070'
const MEND = 'Mend the setting leitmotif.related.url.'
const NARROW = 'Narrow the setting leitmotif.workspace.files.'
const SET_TOKEN = 'by the command “Set the Token for Related Passages…”.'

export const ENGLISH_REFUSALS: Refusals = {
  begins: 'A section begins at this paragraph already. Rename its heading, or split at a later paragraph.',
  openingStays: 'Text before the first heading stays first. Give it a heading, then move it.',
  beforeOpening: 'Text before the first heading stays first. Choose a place after it.',
  intoItself: 'A section cannot be moved into its own subsections.',
  tooDeep: (level, deepest) =>
    `A section inside this one would be at level ${level}; the deepest heading is of level ${deepest}.`,
  openingHasNone: 'Text before the first heading has no heading that could go.',
  noHeading: 'This text has no heading. Split the draft at its first paragraph to give it one.',
  oneTheme: (themes) => `There is nothing to group: ${themes === 0 ? 'no theme' : 'one theme only'} was found here.`,
  themeStays: (theme) => `No paragraph of “${theme}” can be moved.`,
  noWordsInHeading: 'The heading has no words. Type one with letters or digits.',
  longHeading: (length, most) => `The heading has ${length} characters, more than ${most}. Shorten it.`,
  readOtherwise: (near) =>
    `This cannot be done here: the draft would be read in another way at “${near}”. ` +
    'Look there for markup that has no end or that depends on where it stands, and close or move it by hand.',
  actsOtherwise: (mark) =>
    `This cannot be done here: “${mark}” would act on other text than it does now. Move it by hand, with what closes it.`,

  noWordsSelected: 'The selection has no words. Select a sentence or more, and look again.',
  noAddress: (url) => `“${url}” is no address of a service; ${EXPECTED}. ${MEND}`,
  credentials: `The service's address holds a name or password; expected none. ${MEND} A token is set by its own command.`,
  unprotected: (origin) =>
    `${origin} is another machine, and http:// would send your text to it unprotected; ${EXPECTED}. ${MEND}`,
  late: (origin, seconds) => `The service at ${origin} did not answer within ${seconds} seconds. Try again later.`,
  notOurs: (origin, got) => `What answers at ${origin} is not “leitmotif serve”: ${strange(got)}. ${MEND}`,
  noService: (origin, page) =>
    page === undefined
      ? `No service answers at ${origin}. Start one by “leitmotif serve --in FOLDER”, or mend the setting leitmotif.related.url.`
      : `No service at ${origin} answers this page. Start one by “leitmotif serve --in FOLDER --token-file FILE --allow-origin ${page}”, ` +
        'or mend the setting leitmotif.related.url.',
  wantsToken: (origin) => `The service at ${origin} wants a token. Set it ${SET_TOKEN}`,
  otherToken: (origin) =>
    `The service at ${origin} does not know this token. Set that which it was started with ${SET_TOKEN}`,
  moved: (origin) =>
    `The service at ${origin} answers from another address. Enter that one in the setting leitmotif.related.url.`,
  problem: (origin, status, detail) => `The service at ${origin} answered ${status}: ${detail}`,
  longAnswer: (most) =>
    `The answer is longer than ${most} bytes. Select less, or mend the setting leitmotif.related.url.`,

  manyFiles: (count, most) => `There are ${count} files, more than ${most}. ${NARROW}`,
  muchText: (length, most) => `The files have ${length} characters together, more than ${most}. ${NARROW}`
}

function strange(got: Strangeness): string {
  switch (got) {
    case 'no-json':
      return 'its answer is no JSON'
    case 'no-hits':
      return 'its answer has no list “hits”'
    case 'no-text':
      return 'a hit has no text, or no document'
    default:
      return `it answered with status ${got}`
  }
}
