import type { Event } from './event.js'
import { headOf, verbBase } from './verb-names.js'

const BE = /^(?:is|are|was|were|be|been|being|am|['’](?:m|re))$/i
const HAVE = /^(?:has|have|had|having|['’]ve)$/i
const FIGURE = /^[\p{Sc}\p{Nd}]/u

/** Words that name no agent after "by": "opened by mistake". */
const NO_AGENTS = new Set(
  'accident air chance default design email hand land law mail mistake night phone post rail road sea train'.split(' ')
)

// Irregular participles.
const PARTICIPLES = new Set(
  (
    'beset bet bid bled born bound bred brought built bought cast caught cut dealt done dug fed fought found held hid hit ' +
    'hung hurt kept laid led left lit lost made met outdone overcome overrun paid put read rebuilt run sent set shot shut ' +
    'slain sold sought spent split spread spun struck stuck stung sung sunk swept sworn swung taught told torn understood ' +
    'undone upset won worn'
  ).split(' ')
)

/**
 * Returns the active form of a passive event that names its agent: "Towns are hit by storm" becomes storm, hits, towns.
 * Returns any other event unchanged. A passive is a participle followed by "by" and a word that begins with neither a
 * digit nor a currency sign. "rose by half" has no participle, and "cut by 5 %" has a digit, so neither is a passive.
 * `isWord` decides whether a derived verb form exists.
 */
export function inActive(event: Event, isWord: (word: string) => boolean): Event {
  const { subject, verb, object } = event
  if (object.length < 2 || object[0].toLowerCase() !== 'by' || FIGURE.test(object[1])) return event
  if (object.length === 2 && NO_AGENTS.has(object[1].toLowerCase())) return event
  const be = verb.some((word) => BE.test(word))
  const head = headOf(verb)
  if (!isParticiple(head) || (!be && verb.some((word) => HAVE.test(word)))) return event
  const agent = object.slice(1)
  const others = verb.filter((word) => !BE.test(word))
  const alone = others.length === 1
  return { subject: agent, verb: alone ? [presentOf(head, agent.at(-1)!, isWord)] : others, object: subject }
}

/** Returns the present form that headlines use: "storm hits", "soldiers kill". */
function presentOf(participle: string, agent: string, isWord: (word: string) => boolean): string {
  const base = verbBase(participle, isWord)
  if (/[^s]s$/.test(agent)) return base
  return [`${base}s`, `${base}es`, base.replace(/y$/, 'ies')].find(isWord) ?? base
}

function isParticiple(word: string): boolean {
  return /(?:ed|en|wn)$/.test(word) || PARTICIPLES.has(word)
}
