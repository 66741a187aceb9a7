import type * as vscode from 'vscode'

/** The name under which they are kept. */
export const DISMISSALS_KEY = 'leitmotif.dismissed'
/** More than these are not kept: the oldest go. */
const MOST = 2000

/** Suggestions that are not to be made again, for all drafts: an id is a hash of the text that it is about. */
export interface Dismissals {
  ids(): readonly string[]
  add(id: string): Promise<void>
  clear(): Promise<void>
}

export function dismissals(state: Pick<vscode.Memento, 'get' | 'update'>): Dismissals {
  const ids = (): readonly string[] => {
    const kept = state.get<unknown>(DISMISSALS_KEY)
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  }
  const keep = async (kept: readonly string[] | undefined): Promise<void> => {
    await state.update(DISMISSALS_KEY, kept)
  }
  return {
    ids,
    add: (id) => keep([...ids().filter((other) => other !== id), id].slice(-MOST)),
    clear: () => keep(undefined)
  }
}
