import { wordingKey } from '../duplicates/wording.js'
import type { Hit, SentenceRecord } from '../store/store.js'

/** Other sentences with the words of a hit. */
interface Copies {
  readonly sentences: number
  /** Other documents that they are in. */
  readonly documents: number
  /** The best of each of these documents, MAX_COPIES at most. */
  readonly in: readonly Pick<SentenceRecord, 'id' | 'document' | 'title' | 'position'>[]
}

/** Most documents that are listed with copies of a hit. */
export const MAX_COPIES = 50

export interface DistinctHit extends Hit {
  /** Absent for a sentence that is there once. */
  readonly copies?: Copies
}

/** Returns the best hit of each wording, with the others as its copies. Takes time linear in the texts. */
export function joinCopies(hits: readonly Hit[]): DistinctHit[] {
  const byWording = new Map<string, Hit[]>()
  for (const hit of hits) {
    // A sentence without words is like no other.
    const wording = wordingKey(hit.record.text) || hit.record.id
    const own = byWording.get(wording)
    if (own === undefined) byWording.set(wording, [hit])
    else own.push(hit)
  }
  return Array.from(byWording.values(), ([best, ...others]) =>
    others.length === 0 ? best : { ...best, copies: copiesOf(best.record, others) }
  )
}

function copiesOf(best: SentenceRecord, others: readonly Hit[]): Copies {
  const documents = new Map<string, Copies['in'][number]>()
  for (const { record } of others) {
    const { id, document, title, position } = record
    if (document !== best.document && !documents.has(document))
      documents.set(document, { id, document, title, position })
  }
  return { sentences: others.length, documents: documents.size, in: [...documents.values()].slice(0, MAX_COPIES) }
}
