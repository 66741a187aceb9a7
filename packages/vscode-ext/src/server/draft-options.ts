import type { DraftOptions } from '../draft/analyser.js'
import { SUGGESTION_KINDS } from '../draft/analysis.js'
import type { Settings } from '../protocol/settings.js'

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
