import type { Event } from './event.js'

/** The verbs of events, with all forms of a verb counted together. */
export interface NamedVerbs {
  /** Verbs by frequency, each named by its most frequent form, in lower case. */
  readonly verbs: readonly { readonly name: string; readonly count: number }[]
  /** For each event, the index of its verb. */
  readonly verb: readonly number[]
}

const BASES: Readonly<Record<string, string>> = basesOf(
  "be is are was were been being am 's ’s 'm ’m 're ’re; have has had 've ’ve; will 'll ’ll; " +
    'do does did done doing; go goes went gone going; use used using; say said; get got gotten; ' +
    'make made making; take took taken taking; come came coming; see saw seen; give gave given giving; find found; think thought; ' +
    'tell told; become became; leave left leaving; feel felt; bring brought; begin began begun; keep kept; hold held; ' +
    'write wrote written; stand stood; hear heard; mean meant; meet met; run ran running; pay paid; sit sat; speak spoke spoken; ' +
    'lead led; grow grew grown; lose lost losing; fall fell fallen; send sent; build built; understand understood; draw drew drawn; ' +
    'break broke broken; spend spent; rise rose risen rising; drive drove driven; buy bought; wear wore worn; choose chose chosen; ' +
    'win won winning; teach taught; sell sold; catch caught; fight fought; throw threw thrown; strike struck; beat beaten; shoot shot; steal stole stolen; ' +
    'seek sought; fly flew flown; sink sank sunk; slide slid; swing swung; shake shook shaken; know knew known; show shown; ' +
    'withdraw withdrew withdrawn; overtake overtook; undergo underwent; eat ate eaten; die dies died dying; lie lay lain; lay laid; ' +
    'agree agreed; free freed; flee fled; feed fed; bleed bled; speed sped; freeze froze frozen; forget forgot forgotten; bid; ' +
    'sue sued suing; tie tied tying; bite bit bitten; hide hid hidden; sing sang sung; drink drank drunk; swim swam swum; ' +
    'tear tore torn; swear swore sworn; ride rode ridden; wake woke woken; blow blew blown; dig dug; hang hung; sweep swept; ' +
    'deal dealt; sleep slept; bend bent; lend lent; slay slew slain; forbid forbade forbidden; overcome overcame; ' +
    'shrink shrank shrunk; mistake mistook mistaken'
)

/** Words after a verb that belong to its phrase but do not name it. */
const PARTICLES = new Set(
  (
    'about across after against ahead along apart around aside at away back by down for forward from in into of off on onto ' +
    "out over through to together toward towards under up upon with without not n't n’t never"
  ).split(' ')
)

/** Names the verbs of events: forms of one verb (says, said) count as one. Time is linear in the events. */
export function nameVerbs(events: readonly Event[]): NamedVerbs {
  const kinds = new Map<string, { count: number; readonly forms: Map<string, number> }>()
  const stems = events.map(({ verb }) => {
    const head = headOf(verb)
    const stem = verbStem(head)
    const kind = kinds.get(stem) ?? { count: 0, forms: new Map<string, number>() }
    kinds.set(stem, kind)
    kind.count++
    kind.forms.set(head, (kind.forms.get(head) ?? 0) + 1)
    return stem
  })
  const named = [...kinds].map(([stem, { count, forms }]) => {
    const [[name]] = [...forms].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return { stem, name, count }
  })
  named.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  const index = new Map(named.map(({ stem }, i) => [stem, i]))
  return { verbs: named.map(({ name, count }) => ({ name, count })), verb: stems.map((stem) => index.get(stem)!) }
}

/** Returns the main word of a verb phrase: the last word that is not a particle, in lower case. */
export function headOf(verb: readonly string[]): string {
  const words = verb.map((word) => word.toLowerCase())
  return words.findLast((word) => !PARTICLES.has(word)) ?? words.at(-1) ?? ''
}

/** Returns the base of a verb form ("rescue" for "rescues", "rescued") if it is a word, else the form. */
export function verbBase(form: string, isWord: (word: string) => boolean): string {
  if (Object.hasOwn(BASES, form)) return BASES[form]
  if (form.endsWith('s')) return [form.slice(0, -1), form.slice(0, -2), form.replace(/ies$/, 'y')].find(isWord) ?? form
  if (!form.endsWith('ed')) return form
  const stem = form.slice(0, -2)
  // "hoped" comes from hope: hop would double its last letter.
  const bases = /[^aeiou][aeiou][b-df-hj-np-tv-z]$/.test(stem)
    ? [`${stem}e`, stem]
    : [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1')]
  return bases.find(isWord) ?? form
}

/** Returns the common part of a verb's forms; it need not be a word. */
export function verbStem(form: string): string {
  const base = Object.hasOwn(BASES, form) ? BASES[form] : form
  return withoutEnding(base)
    .replace(/e$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/y$/, 'i')
}

function withoutEnding(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 3 && /ie[sd]$/.test(word)) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /[^e]ed$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && /(?:[sxz]|ch|sh|o)es$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && /[^su]s$/.test(word)) return word.slice(0, -1)
  return word
}

/** Maps each form to the first form of its group; semicolons separate groups. */
function basesOf(groups: string): Record<string, string> {
  return Object.fromEntries(
    groups.split('; ').flatMap((group) => {
      const forms = group.split(' ')
      return forms.map((form) => [form, forms[0]])
    })
  )
}
