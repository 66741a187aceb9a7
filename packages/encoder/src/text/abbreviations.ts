/** Titles before a name. If capitalised, the sentence always continues. */
const TITLES = words(`
  mr mrs ms messrs dr drs prof profs hon rev revd fr gen sen rep gov capt cpt cmdr lt col sgt maj adm brig pvt cpl supt pres
  amb st ste skt mt mme mmes mlle mgr hr frl dipl sra srta dña dª ud uds exmo exma dra sig sigg dott avv dhr mevr inż ing
`)

/** Abbreviations before any word: the sentence always continues. */
const LEADING = words(`
  vs viz cf e.g i.e eg ie resp dr prof med bzgl vgl sig dott avv evtl ggf bspw sog insb inkl exkl zzgl geb bijv t.ex bl.a f.eks jfr
  tzn np tzv např napr г-н г-жа им ул вул пгт акад проф напр ред журн δρ κ π.χ ad.es
`)

/** Abbreviations that usually occur inside a sentence. They end it if the next word opens sentences. */
const INNER = words(`
  al inc ltd co corp bros jr sr dept est assn assoc univ dist ave blvd rd sq bldg rte hwy ft approx ca circa
  ph.d m.d b.a m.a b.sc m.sc ll.b ll.d d.phil b.c a.d b.c.e c.e u.s u.s.a u.k u.n e.u d.c l.a n.y
  gmbh kg kath ev str mio mrd tel abb bd jh jhd hrsg env av apr jc cie
  pág núm aprox ee.uu rr.hh гг год
`)

/** Before a number. */
const NUMBERED = words(`
  no nos nr nrs n vol vols p pp pg pgs page ch chap chaps sec sect secs fig figs tab art arts eq eqs eqn ex op opp cap ser
  pt para pl lb lbs oz ft c ca circa approx ed eds b d r fl jan feb mar apr jun jul aug sep sept oct nov dec
  bd abb kap abs ziff s st num núm pág págs art par rn ср стр стор кв рис гл табл см
`)

/** Words that open English sentences and are rarely names. */
const OPENING = words(`
  the this that these those there they it its we his her their our my she when while where after before although though
  however because since during if in at as for from with but on both each many most some several such another other
  to what why how who all no not nor yet then thus according unfortunately fortunately today later early once under
  between among within without despite until through throughout similarly finally instead indeed also one likewise by of
  therefore hence moreover furthermore meanwhile did do does is are was were can could would should have has had
`)

const MONTHS_AND_AGES = words(`
  januar jänner februar märz april mai juni juli august september oktober november dezember
  jahrhundert jahrhunderts jh jhd jahrtausend jahrtausends weltkrieg weltkriegs weltkrieges
`)

/** Nouns completed by a letter or a Roman numeral that may end a sentence: World War I, vitamin C. */
const LETTERED = words(`
  war class type vitamin vitamins plan group grade appendix part section figure table model phase level category hepatitis
  point option team division act chapter volume book room exhibit schedule zone line platform gate block channel
`)

/** Extensions of sites and files that some writers capitalise. */
const EXTENSION = words(
  'com net org edu gov info html htm json xml java jar txt pdf doc docx exe dll php css py js ts md'
)

/** German words after which "3." is an ordinal. */
const ORDINAL_AFTER = words('der die das dem den des am im vom zum zur beim bis ab seit und')

// They open sentences, but are initials or names after an initial.
const PRONOUN = /^(?:A|I|He|If|An)$/

const CLOCK = words('a.m p.m')
const AFTER_CLOCK = words(`
  mr mrs ms dr prof
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december eastern central pacific gmt utc est edt cst cdt pst pdt bst cet
`)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Returns whether `word` opens English sentences and is rarely a name. */
export function opensSentences(word: string): boolean {
  return OPENING.has(word.toLowerCase())
}

/** Returns whether `word` is a title before a name. */
export function isTitle(word: string): boolean {
  return TITLES.has(word.toLowerCase())
}

/** Returns whether `word` may be the extension of a file or site. */
export function isExtension(word: string): boolean {
  return EXTENSION.has(word.toLowerCase())
}

/**
 * Returns whether the sentence continues after "`word`." when `next` follows. `before` precedes `word`; `next` begins
 * with an upper-case letter, a digit, or a letter without case.
 */
export function suppresses(before: string, word: string, next: string): boolean {
  const lower = word.toLowerCase()
  if (/^\d/.test(next)) {
    // Hauptstr. 12
    if (/str$/.test(lower)) return true
    return NUMBERED.has(lower) || LEADING.has(lower) || INNER.has(lower) || isInitials(lower)
  }
  if (LEADING.has(lower) || (TITLES.has(lower) && word !== lower)) return true
  if (CLOCK.has(lower)) return AFTER_CLOCK.has(next.toLowerCase())
  if (INNER.has(lower) || (isInitials(lower) && word.length > 1)) return !opensSentences(next) && !PRONOUN.test(next)
  // In law, "Smith v. The Crown"
  if (word === 'v' && /^\p{Lu}/u.test(before)) return true
  if (isInitials(lower)) return !opensSentences(next) && !completes(before, word)
  // "Vol. I", but "it is art. I think"
  return NUMBERED.has(lower) && /^[IVXLC]+$/.test(next) && (next !== 'I' || word !== lower)
}

/**
 * Returns whether the single letter `word` belongs to `before` instead of being an initial: World War I, vitamin C, 800
 * m.
 */
function completes(before: string, word: string): boolean {
  return LETTERED.has(before.toLowerCase()) || (/^\p{Ll}$/u.test(word) && /\d$/.test(before))
}

/** One letter, or letters with full stops between: J, U.S, z.B */
function isInitials(word: string): boolean {
  return /^\p{L}\p{M}*(?:\.\p{L}\p{M}*)*$/u.test(word) && !/^\p{Lo}/u.test(word)
}

/** Returns whether `word` ("3") is a German ordinal between `before` and `next`: der 2. Weltkrieg, am 3. Mai. */
export function isOrdinal(before: string, word: string, next: string): boolean {
  if (!/^\d{1,2}$/.test(word)) return false
  return MONTHS_AND_AGES.has(next.toLowerCase()) || ORDINAL_AFTER.has(before.toLowerCase())
}
