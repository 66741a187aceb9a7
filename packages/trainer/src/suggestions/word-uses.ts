import { tokenize } from '@leitmotif/encoder/training'

/** Words that come before a noun and its adjectives, before a verb, after a verb, and after a noun phrase. */
const DETERMINERS = setOf('the a an this that these those its his her their our your my some any no each every another')
const SUBJECTS = setOf('i we you he she they it who would can could will may might must should to not did does do')
const OBJECTS = setOf('the a an this its his her their our your my it them him us you me')
const ENDS = setOf('of is are was were and or in for to from by with that which has have had can will would at on as')

/** Counts of a word's uses. */
interface Uses {
  /** Uses in lower case; capitalised uses after another word. All counts below are of uses in lower case. */
  small: number
  capital: number
  /** Uses after a word of DETERMINERS; after one of SUBJECTS; before one of OBJECTS; at the end of a phrase. */
  determined: number
  subject: number
  object: number
  ended: number
  /** Uses at the end of a heading, or of a phrase in a heading. */
  headed: number
}

export interface WordUses {
  readonly of: (word: string) => Uses | undefined
  readonly countText: (text: string) => void
  /** Counts a heading that occurs `times` times. */
  readonly countHeading: (heading: string, times: number) => void
  /** Words that lead a noun phrase and seldom end one, as adjectives do, in alphabetical order. */
  readonly leading: () => string[]
  /** Words that neither begin nor end a noun phrase, as verbs do, in alphabetical order. */
  readonly verbs: () => string[]
}

/** Minimum number of lower-case uses of a word that is classified. */
const LEAST_USES = 150

const WORD = /^\p{L}{2,}$/u

/** Counts the function words next to each English word: evidence of its class without a tagger (Schütze 1995). */
export function createWordUses(): WordUses {
  const uses = new Map<string, Uses>()
  const of = (word: string): Uses => {
    let found = uses.get(word)
    if (found === undefined) {
      found = { small: 0, capital: 0, determined: 0, subject: 0, object: 0, ended: 0, headed: 0 }
      uses.set(word, found)
    }
    return found
  }
  const judge = (wanted: 'leading' | 'verb'): string[] => {
    let [small, headed] = [0, 0]
    for (const word of uses.values()) {
      small += word.small
      headed += word.headed
    }
    return [...uses.keys()].filter((word) => kindOf(word, of(word), headed / small) === wanted).sort()
  }
  return {
    of: (word) => uses.get(word),
    countText(text) {
      const words = tokenize(text).map(({ start, end }) => text.slice(start, end))
      for (const [w, word] of words.entries()) {
        if (!WORD.test(word)) continue
        const small = word.toLowerCase()
        const before = words[w - 1]?.toLowerCase() ?? ''
        const after = words[w + 1]?.toLowerCase() ?? ''
        const own = of(small)
        if (small !== word) {
          if (WORD.test(before)) own.capital++
          continue
        }
        own.small++
        if (DETERMINERS.has(before)) own.determined++
        if (SUBJECTS.has(before)) own.subject++
        if (OBJECTS.has(after)) own.object++
        if (endsPhrase(after)) own.ended++
      }
    },
    countHeading(heading, times) {
      const words = tokenize(heading).map(({ start, end }) => heading.slice(start, end).toLowerCase())
      for (const [w, word] of words.entries()) {
        if (WORD.test(word) && endsPhrase(words[w + 1] ?? '')) of(word).headed += times
      }
    },
    leading: () => judge('leading'),
    verbs: () => judge('verb')
  }
}

function endsPhrase(next: string): boolean {
  return ENDS.has(next) || !/^\p{L}/u.test(next)
}

/** Classifies a word. `usual` is the mean number of heading ends per use of a word in lower case. */
function kindOf(word: string, uses: Uses, usual: number): 'leading' | 'verb' | undefined {
  const { small, capital, determined, subject, object, ended, headed } = uses
  if (small < LEAST_USES || capital > small) return undefined
  const share = (count: number): number => count / small
  /** Log ratio of its heading ends to the expected number. */
  const heads = Math.log((headed + 1) / (small * usual + 1))
  const governs = share(object) > (word.endsWith('ed') ? 0.2 : 0.12) && share(ended) < 0.6
  if ((governs || share(subject) > 0.25) && share(determined) < 0.12 && heads < 0.5) {
    return word.endsWith('ing') ? 'leading' : 'verb'
  }
  return share(ended) < 0.36 && heads < 0.3 ? 'leading' : undefined
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
