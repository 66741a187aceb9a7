import type { Event } from './event.js'
import { headOf } from './verb-names.js'

const BE = /^(?:is|are|was|were|be|been|being|am|['’](?:m|re))$/i
const HAVE = /^(?:has|have|had|having|['’]ve)$/i
const FIGURE = /^[\p{Sc}\p{Nd}]/u

// Participles that do not end as others do.
const PARTICIPLES = new Set(
  (
    'beset bet bid bled born bound bred brought built bought cast caught cut dealt done dug fed fought found held hid hit ' +
    'hung hurt kept laid led left lit lost made met outdone overcome overrun paid put read rebuilt run sent set shot shut ' +
    'slain sold sought spent split spread spun struck stuck stung sung sunk swept sworn swung taught told torn understood ' +
    'undone upset won worn'
  ).split(' ')
)

/**
 * What a passive with its agent says ("Towns are hit by storm"), as the active has it: storm, hit, towns. Any other event as it
 * is. Goes by the words alone: "by" and no figure behind a participle ("rose by half", "cut by 5 %" are none).
 */
export function inActive(event: Event): Event {
  const { subject, verb, object } = event
  if (object.length < 2 || object[0].toLowerCase() !== 'by' || FIGURE.test(object[1])) return event
  const be = verb.some((word) => BE.test(word))
  if (!isParticiple(headOf(verb)) || (!be && verb.some((word) => HAVE.test(word)))) return event
  return { subject: object.slice(1), verb: verb.filter((word) => !BE.test(word)), object: subject }
}

function isParticiple(word: string): boolean {
  return /(?:ed|en|wn)$/.test(word) || PARTICIPLES.has(word)
}
