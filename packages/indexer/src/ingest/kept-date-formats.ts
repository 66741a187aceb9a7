import { z } from 'zod'
import type { ThemeStore } from '../store/store.js'

/** Name under which formats of dates are stored. */
const DATE_FORMATS = 'date-formats'

export interface DateFormats {
  /** The formats of a run; undefined without any. */
  readonly dateFormats: readonly string[] | undefined
  /** For the report of the run: the formats, if they are those of an earlier run because this one names none. */
  readonly asBefore: { readonly dateFormatsAsBefore?: readonly string[] }
}

/** Returns the formats of dates that a run names, or else those of an earlier run. */
export async function readDateFormats(
  store: Pick<ThemeStore, 'storedValue'>,
  named: readonly string[] = []
): Promise<DateFormats> {
  if (named.length > 0) return { dateFormats: named, asBefore: {} }
  const before = z
    .array(z.string())
    .optional()
    .parse(await store.storedValue(DATE_FORMATS))
  return { dateFormats: before, asBefore: before === undefined ? {} : { dateFormatsAsBefore: before } }
}

/** Like `readDateFormats`, and stores those that the run names for later runs. */
export async function keepDateFormats(
  store: Pick<ThemeStore, 'storedValue' | 'storeValue'>,
  named: readonly string[] = []
): Promise<DateFormats> {
  if (named.length > 0) await store.storeValue(DATE_FORMATS, named)
  return readDateFormats(store, named)
}
