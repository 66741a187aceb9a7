import type * as vscode from 'vscode'

/** The key of the dismissed suggestions in the extension's state. */
export const DISMISSALS_KEY = 'leitmotif.dismissed'
/** Maximum number of ids kept; the oldest are dropped. */
const MOST = 2000

/** The ids of suggestions not to be made again, for all drafts. An id is a hash of the suggestion's text. */
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
