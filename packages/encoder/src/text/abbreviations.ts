/** Before a name or a noun: the sentence always goes on. */
const LEADING = words(`
  mr mrs ms messrs dr drs prof profs hon rev revd fr sr. gen sen rep gov capt cpt cmdr lt col sgt maj adm brig pvt cpl supt
  pres amb vs v viz cf e.g i.e eg ie resp st ste mt ft
  mme mmes mlle mgr mm hr frl dipl ing mag bzgl vgl evtl ggf bspw sog insb inkl exkl zzgl geb
  sra srta dña dª ud uds exmo exma dra sig sigg dott avv arch on
  dhr mevr bijv ds drs ir t.ex bl.a f.eks jfr prof. inż ul tzn np tzv např
  г-н г-жа им ул акад проф напр ред
`)

/** Mostly inside a sentence, but it may end with one: it does where the next word is one that opens sentences. */
const INNER = words(`
  al inc ltd co corp bros jr sr dept est assn assoc univ dist ave blvd rd sq bldg rte hwy approx ca circa
  ph.d m.d b.a m.a b.sc m.sc ll.b ll.d d.phil b.c a.d b.c.e c.e u.s u.s.a u.k u.n e.u d.c l.a n.y
  gmbh kg str mio mrd tel abb bd jh jhd hrsg nr. env av apr jc cie
  pág núm aprox ee.uu rr.hh
`)

/** Before a number. */
const NUMBERED = words(`
  no nos nr nrs n vol vols p pp pg pgs page ch chap chaps sec sect secs fig figs tab art arts eq eqs eqn ex op opp cap ser
  pt para pl c ca circa approx ed eds b d r fl jan feb mar apr jun jul aug sep sept oct nov dec
  bd abb kap abs ziff s st num núm pág págs art par rn ср стр рис гл табл см
`)

/** Words that open English sentences and are hardly ever names. */
const OPENING = words(`
  the this that these those there they it its we his her their our my she when while where after before although though
  however because since during if in at as for from with but on both each many most some several such another other
  to what why how who all no not nor yet then thus therefore hence moreover furthermore meanwhile
`)

const MONTHS_AND_AGES = words(`
  januar jänner februar märz april mai juni juli august september oktober november dezember
  jahrhundert jahrhunderts jh jhd jahrtausend jahrtausends weltkrieg weltkriegs weltkrieges
`)

/** German words after which "3." is an ordinal. */
const ORDINAL_AFTER = words('der die das dem den des am im vom zum zur beim bis ab seit und')

const CLOCK_AND_ERA = words('a.m p.m')
const AFTER_CLOCK = words(`
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december eastern central pacific gmt utc est edt cst cdt pst pdt bst cet
`)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Whether `word` opens English sentences and is hardly ever a name. */
export function opensSentences(word: string): boolean {
  return OPENING.has(word.toLowerCase())
}

/**
 * Whether "`word`." keeps its sentence going when `next` follows it after white space.
 * `next` begins with an upper-case letter, a digit, or a letter without case.
 */
export function suppresses(word: string, next: string): boolean {
  const lower = word.toLowerCase()
  if (/^\d/.test(next)) return NUMBERED.has(lower) || LEADING.has(lower) || INNER.has(lower) || isInitials(lower)
  if (LEADING.has(lower)) return true
  if (CLOCK_AND_ERA.has(lower)) return AFTER_CLOCK.has(next.toLowerCase())
  if (INNER.has(lower) || isInitials(lower)) return !opensSentences(next)
  return NUMBERED.has(lower) && /^[IVXLC]+$/.test(next)
}

/** One letter, or letters with full stops between: J, U.S, z.B */
function isInitials(word: string): boolean {
  return /^\p{L}\p{M}*(?:\.\p{L}\p{M}*)*$/u.test(word) && !/^\p{Lo}/u.test(word)
}

/** Whether `word` ("3") is a German ordinal between `before` and `next`: der 2. Weltkrieg, am 3. Mai. */
export function isOrdinal(before: string, word: string, next: string): boolean {
  if (!/^\d{1,2}$/.test(word)) return false
  return MONTHS_AND_AGES.has(next.toLowerCase()) || ORDINAL_AFTER.has(before.toLowerCase())
}
