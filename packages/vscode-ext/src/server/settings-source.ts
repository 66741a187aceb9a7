import type { Connection } from 'vscode-languageserver'
import type { DraftOptions } from '../draft/analyser.js'
import { SUGGESTION_KINDS } from '../draft/analysis.js'
import { decodeSettings, type Settings } from '../protocol/settings.js'

/** The settings of each draft, asked of the client once until they change. What cannot be is told once. */
export interface SettingsSource {
  readonly of: (uri: string) => Promise<Settings>
  /** They have changed. */
  readonly forget: () => void
  readonly forgetOne: (uri: string) => void
}

/** Where the client `canBeAsked` for none, those are taken that it gave at the start. */
export function createSettingsSource(connection: Connection, canBeAsked: boolean, given: unknown): SettingsSource {
  const known = new Map<string, Promise<Settings>>()
  const told = new Set<string>()
  const decode = (value: unknown): Settings => {
    const { settings, faults } = decodeSettings(value)
    for (const fault of faults) {
      if (!told.has(fault)) connection.console.warn(fault)
      told.add(fault)
    }
    return settings
  }
  return {
    of(uri) {
      const asked =
        known.get(uri) ??
        (canBeAsked
          ? connection.workspace.getConfiguration({ scopeUri: uri, section: 'leitmotif' }).then(decode)
          : Promise.resolve(decode(given)))
      known.set(uri, asked)
      asked.catch(() => known.delete(uri))
      return asked
    },
    forget() {
      known.clear()
    },
    forgetOne(uri) {
      known.delete(uri)
    }
  }
}

/** How a draft is analysed, by its settings. A section that must be divided can be, into two that are long enough. */
export function draftOptions(settings: Settings, dismissed: ReadonlySet<string>): DraftOptions {
  const least = settings['sections.minParagraphs']
  return {
    themes: settings['themes.most'],
    kinds: SUGGESTION_KINDS.filter((kind) => settings[`suggestions.${kind}`]),
    precision: settings['suggestions.precision'],
    lengths: { least, most: Math.max(2 * least, settings['sections.maxParagraphs']) },
    dismissed
  }
}
