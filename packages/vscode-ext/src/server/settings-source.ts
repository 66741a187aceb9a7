import type { Connection } from 'vscode-languageserver'
import { type DraftOptions, SUGGESTION_KINDS } from '@leitmotif/encoder/draft'
import { decodeSettings, type Settings } from '../protocol/settings.js'

/** The settings of each draft, requested from the client and cached. Each invalid value is reported once. */
export interface SettingsSource {
  readonly of: (uri: string) => Promise<Settings>
  /** Drops the cache after settings have changed. */
  readonly forget: () => void
  readonly forgetOne: (uri: string) => void
}

/**
 * Returns a settings source.
 * @param hasRequests whether the client answers `workspace/configuration`
 * @param initial the settings of `initializationOptions`, used otherwise
 */
export function createSettingsSource(connection: Connection, hasRequests: boolean, initial: unknown): SettingsSource {
  const known = new Map<string, Promise<Settings>>()
  const reported = new Set<string>()
  const decode = (value: unknown): Settings => {
    const { settings, faults } = decodeSettings(value)
    for (const fault of faults) {
      if (!reported.has(fault)) connection.console.warn(fault)
      reported.add(fault)
    }
    return settings
  }
  return {
    of(uri) {
      const settings =
        known.get(uri) ??
        (hasRequests
          ? connection.workspace.getConfiguration({ scopeUri: uri, section: 'leitmotif' }).then(decode)
          : Promise.resolve(decode(initial)))
      known.set(uri, settings)
      settings.catch(() => known.delete(uri))
      return settings
    },
    forget() {
      known.clear()
    },
    forgetOne(uri) {
      known.delete(uri)
    }
  }
}

/** Returns the analysis options for settings. The longest section is at least twice the shortest, so that it can be divided. */
export function draftOptions(settings: Settings, dismissed: ReadonlySet<string>): DraftOptions {
  const least = settings['sections.minWords']
  return {
    themes: settings['themes.most'],
    kinds: SUGGESTION_KINDS.filter((kind) => settings[`suggestions.${kind}`]),
    precision: settings['suggestions.precision'],
    lengths: { least, most: Math.max(2 * least, settings['sections.maxWords']) },
    dismissed
  }
}
