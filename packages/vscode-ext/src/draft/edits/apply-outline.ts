import { append, endOf, topLevel, type ArrangedHeading, type ArrangedSection, type Arrangement } from './arrangement.js'

/** A proposed section as parts of the draft: its heading, if any, and its paragraphs. */
interface Planned {
  readonly heading: ArrangedHeading | undefined
  readonly parts: readonly number[]
  /** The current section that it continues; undefined if it is new. */
  readonly own: ArrangedSection | undefined
  /** Its index in the proposed outline. */
  readonly index: number
}

/** Applies the proposed outline, or only the `chosen` sections by index. */
export function applyOutline(arrangement: Arrangement, chosen?: readonly number[]): void {
  const { proposed } = arrangement.analysis
  const unknown = chosen?.find((index) => !(index in proposed))
  if (unknown !== undefined)
    throw new Error(`There is no proposed section ${unknown + 1}; ${proposed.length} are proposed.`)
  const wanted = new Set(chosen ?? proposed.keys())
  const planned = plan(arrangement, wanted)
  if (wanted.size === proposed.length) applyAll(arrangement, planned)
  else applySome(arrangement, planned)
}

function plan(arrangement: Arrangement, wanted: ReadonlySet<number>): Planned[] {
  const { draft, analysis, markup, today } = arrangement
  const used = new Set<number>()
  const top = topLevel(arrangement)
  return analysis.proposed.flatMap(({ paragraphs, heading, level, from }, index) => {
    if (!wanted.has(index)) return []
    const own = from >= 0 && !used.has(from) ? today.get(from) : undefined
    if (own !== undefined) used.add(from)
    const parts = new Set(paragraphs.map((paragraph) => draft.ofParagraph[paragraph]).filter((part) => part >= 0))
    const before = own?.heading
    const isSame = before !== undefined && analysis.sections[from].level === level
    return {
      index,
      parts: [...parts],
      own,
      heading:
        heading === ''
          ? undefined
          : {
              part: before?.part,
              text: before !== undefined && analysis.sections[from].heading === heading ? undefined : heading,
              level: isSame ? before.level : Math.min(top + Math.max(level, 1) - 1, markup.deepest)
            }
    }
  })
}

/** Applies all proposed sections. Parts in no section, such as a rule, stay after the part that they follow now. */
function applyAll(arrangement: Arrangement, planned: readonly Planned[]): void {
  const named = new Set(planned.flatMap(({ parts }) => parts))
  const openings = new Map(planned.flatMap(({ own, heading }) => (own && heading ? [[own, [] as number[]]] : [])))
  const followers = new Map<number, number[]>()
  const first: number[] = []
  let behind = first
  for (const section of arrangement.sections) {
    behind = openings.get(section) ?? behind
    for (const part of section.parts) {
      if (named.has(part)) followers.set(part, (behind = []))
      else behind.push(part)
    }
  }
  const sections: ArrangedSection[] = [{ parts: first, from: -1 }]
  for (const { heading, parts, own } of planned) {
    const all = parts.flatMap((part) => [part, ...(followers.get(part) ?? [])])
    if (heading === undefined) sections.at(-1)!.parts.push(...all)
    else sections.push({ heading, parts: [...(own ? (openings.get(own) ?? []) : []), ...all], from: -1 })
  }
  arrangement.sections = sections
}

/**
 * Applies some of the proposed sections: their paragraphs move to them, and all other parts stay after the part that
 * they follow now. So a new heading also covers the unchosen text after it, and a section that is only divided does not
 * move.
 */
function applySome(arrangement: Arrangement, planned: readonly Planned[]): void {
  const { sections } = arrangement
  const at = new Map(sections.map((section, index) => [section, index]))
  const homes = new Map(sections.flatMap((section) => section.parts.map((part) => [part, section])))
  const goals = new Map(planned.flatMap((goal) => goal.parts.map((part) => [part, goal])))
  const owners = new Map(planned.flatMap((goal) => (goal.own ? [[goal.own, goal]] : [])))
  const inPlace = sectionsInPlace(arrangement, planned)
  const followers = new Map<number, number[]>()
  const left = new Set<ArrangedSection>()
  for (const home of sections) {
    let goal = owners.get(home)
    let behind: number[] = []
    const { length } = home.parts
    const stays = behind
    for (const part of home.parts) {
      const next = goals.get(part)
      if (next === undefined) {
        behind.push(part)
        continue
      }
      if (inPlace.has(next) && next.parts[0] === part) goal = next
      if (next === goal) followers.set(part, (behind = []))
    }
    home.parts = stays
    if (length > 0 && stays.length === 0) left.add(home)
  }
  const made = new Map<number, ArrangedSection[]>()
  for (const goal of planned) {
    const { heading, own } = goal
    const home = own ?? homes.get(goal.parts[0])
    if (home === undefined) continue
    const parts = goal.parts.flatMap((part) => [part, ...(followers.get(part) ?? [])])
    if (own !== undefined) {
      if (heading !== undefined) own.heading = heading
      own.parts = [...own.parts, ...parts]
      left.delete(own)
    } else if (heading === undefined) append(arrangement, home, parts)
    else {
      let next = at.get(home)! + 1
      while (!inPlace.has(goal) && next < sections.length && sections[next].heading!.level > heading.level) next++
      made.set(next, [...(made.get(next) ?? []), { heading, parts, from: -1 }])
    }
  }
  const all = [...sections, undefined].flatMap((section, index) => [
    ...(made.get(index) ?? []),
    ...(section ? [section] : [])
  ])
  // A heading is removed with its last paragraph, unless it has subsections.
  arrangement.sections = all.filter((section, index) => {
    const level = section.heading?.level ?? Infinity
    return !left.has(section) || level === Infinity || (all.at(index + 1)?.heading?.level ?? 0) > level
  })
}

/**
 * Returns the new sections that begin at their first paragraph's current place and so divide its section; other new sections are
 * placed after that section. A section begins in place if no later part of its section is proposed before it, not counting parts
 * that move to other sections.
 */
function sectionsInPlace(arrangement: Arrangement, planned: readonly Planned[]): Set<Planned> {
  const { sections } = arrangement
  const places = placesOf(arrangement)
  /** For each part, the lowest place of the parts after it in its section and its subsections. */
  const least = new Map<number, number>()
  const leastWithin: number[] = []
  for (let at = sections.length - 1; at >= 0; at--) {
    let behind = leastWithin.slice(at + 1, endOf(arrangement, at)).reduce((a, b) => Math.min(a, b), Infinity)
    for (const part of sections[at].parts.toReversed()) {
      least.set(part, behind)
      behind = Math.min(behind, places.get(part) ?? Infinity)
    }
    leastWithin[at] = behind
  }
  const headed = new Set(sections.flatMap(({ heading, parts }) => (heading === undefined ? [] : parts.slice(0, 1))))
  return new Set(
    planned.filter(({ own, index, parts: [first = -1] }) => {
      return own === undefined && !headed.has(first) && (least.get(first) ?? -1) >= index
    })
  )
}

/** Returns, for each part, the index of its proposed section, if that continues its current section or is new. */
function placesOf({ draft, analysis }: Arrangement): Map<number, number> {
  const { proposed, sections, paragraphs } = analysis
  const byFrom = new Map(proposed.map(({ from }, index) => [from, index]))
  let last = -1
  // A section that is merged belongs to the one before it.
  const owner = sections.map((_, section) => (last = byFrom.get(section) ?? last))
  return new Map(
    proposed.flatMap((part, index) =>
      part.paragraphs
        .filter((paragraph) => part.from < 0 || owner[paragraphs[paragraph].section] === index)
        .map((paragraph) => [draft.ofParagraph[paragraph], index])
    )
  )
}
