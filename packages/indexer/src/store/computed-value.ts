import { Failure } from '@leitmotif/command'
import { z } from 'zod'
import { schemaFault } from './schema-fault.js'
import type { ThemeStore } from './store.js'

/** A value stored with a collection is damaged. */
export class UnreadableValue extends Failure {}

/** Names of damaged values that were reported, by store. */
const reported = new WeakMap<ThemeStore, Set<string>>()

/** A stored value that can be computed again. */
export interface ComputedValue<T> {
  /** Undefined if there is none, or it is damaged. */
  readonly value: T | undefined
  readonly damaged: boolean
}

/**
 * Reads a stored value that can be computed again. A damaged one is reported by the store's `warn`, once, and counts as
 * none.
 */
export async function readComputed<T>(
  store: ThemeStore,
  name: string,
  decoder: z.ZodType<T>
): Promise<ComputedValue<T>> {
  let stored: unknown
  try {
    stored = await store.storedValue(name)
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
    return reportDamage(store, name, error.message)
  }
  if (stored === undefined) return { value: undefined, damaged: false }
  const decoded = decoder.safeParse(stored)
  if (decoded.success) return { value: decoded.data, damaged: false }
  return reportDamage(store, name, schemaFault(decoded.error))
}

function reportDamage(store: ThemeStore, name: string, reason: string): ComputedValue<never> {
  const names = reported.get(store) ?? new Set()
  reported.set(store, names)
  if (!names.has(name))
    store.warn(`the stored value "${name}" is damaged, or of another version, and is computed again (${reason})`)
  names.add(name)
  return { value: undefined, damaged: true }
}
