import { Failure } from '@leitmotif/command'
import { writeFailure } from '../collection-file.js'
import type { GenerationStore } from '../store.js'

/** Tables could not be read: damaged, or rewritten by another process while they were read. */
export class UnreadableTables extends Failure {}

/** The stored themes could not be read. The message ends with the command that builds them, without the collection's place. */
export class UnreadableThemes extends UnreadableTables {}

/** Names of system errors that a user can fix, by the number in LanceDB's message. */
const SYSTEM_CODES = new Map([
  ['1', 'EPERM'],
  ['13', 'EACCES'],
  ['27', 'EFBIG'],
  ['28', 'ENOSPC'],
  ['30', 'EROFS'],
  ['122', 'EDQUOT']
])

/**
 * Returns a short reason if LanceDB could not read or write tables; undefined for other errors. LanceDB gives all of
 * them one code, so their messages tell them apart.
 */
export function damageOf(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'GenericFailure' || /invalid user input/i.test(message)) return undefined
  // A comma followed by a path begins LanceDB's list of places in its own source.
  return message.split('\n')[0].split(/, \//)[0].slice(0, 300)
}

/** Converts an error of a collection's tables to a failure that says what to do; returns other errors unchanged. */
export function damageFailure(folder: string, error: unknown): unknown {
  const damage = damageOf(error)
  if (damage === undefined) return error
  const code = SYSTEM_CODES.get(/os error (\d+)/.exec((error as Error).message)?.[1] ?? '')
  if (code !== undefined) return writeFailure(folder, { code })
  return new UnreadableTables(
    `${folder}: its tables cannot be read (${damage}); if another process was writing, run this again, ` +
      `else they are damaged: index into a new folder`
  )
}

/** Members of a store that read no tables, or that `explainDamage` wraps itself. */
const NOT_WRAPPED = ['warn', 'scan', 'close']

/** Wraps a store so that errors of damaged tables say what to do. The store's methods must be its own members. */
export function explainDamage(folder: string, store: GenerationStore): GenerationStore {
  const explain = (error: unknown): never => {
    throw damageFailure(folder, error)
  }
  type Method = (...args: unknown[]) => Promise<unknown>
  const methods = (Object.entries(store) as [string, unknown][])
    .filter(([name, member]) => typeof member === 'function' && !NOT_WRAPPED.includes(name))
    .map(([name, method]) => [name, (...args: unknown[]) => (method as Method)(...args).catch(explain)] as const)
  return {
    ...store,
    ...Object.fromEntries(methods),
    async *scan(options) {
      try {
        yield* store.scan(options)
      } catch (error) {
        explain(error)
      }
    }
  }
}
