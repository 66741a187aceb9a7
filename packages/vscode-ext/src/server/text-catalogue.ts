import { BundleError } from '@leitmotif/encoder'
import type { DraftAnalysis, Suggestion } from '../draft/analysis.js'
import type { DraftRefusal } from '../draft/limits.js'
import { GERMAN_REFUSALS } from '../protocol/refusals-german.js'
import { ENGLISH_REFUSALS, type Refusals } from '../protocol/refusals.js'

/** What the server shows to users, in the editor's language. */
export interface Texts {
  readonly newSection: (heading: string) => string
  readonly newSectionHere: string
  readonly moveParagraphs: (count: number, heading: string) => string
  readonly moveToNewSection: (count: number, heading: string) => string
  readonly ownSection: (count: number, heading: string) => string
  readonly moveElsewhere: (count: number) => string
  readonly moveSection: (section: string, where: 'before' | 'after' | 'inside', other: string) => string
  readonly moveTheme: (theme: string) => string
  readonly mergeSection: (before: string) => string
  readonly applyOutline: string
  readonly applySomeOfOutline: string
  readonly groupSection: (heading: string) => string
  readonly groupDraft: string
  readonly reorders: string
  readonly rename: (heading: string) => string
  /** Shows first what something of this title does. */
  readonly previewOf: (title: string) => string
  readonly dismiss: string
  readonly turnOffHints: (kind: Kind) => string
  /** A heading to be typed over. */
  readonly newHeading: string
  /** A section without a heading. */
  readonly opening: string
  /** Why something is suggested: in English as the analysis says it. */
  readonly reason: (
    suggestion: Suggestion,
    analysis: Pick<DraftAnalysis, 'paragraphs' | 'sections' | 'themes'>
  ) => string
  /** How sure a suggestion of this score is. */
  readonly sure: (score: number) => string
  readonly theme: (name: string) => string
  readonly percent: (share: number) => string
  readonly words: (count: number) => string
  /** Why a draft is not analysed, and what to do. */
  readonly refused: (refusal: DraftRefusal) => string
  /** What went wrong, and what to do where that is known. */
  readonly failed: (error: Error) => string
  /** Why something asked for can't be done. */
  readonly refusals: Refusals
  readonly stale: string
  readonly notOpen: string
}

type Kind = Suggestion['kind']

/** The texts for a locale such as `de` or `de-AT`; English where there are none. */
export function textsFor(locale: string | undefined): Texts {
  return locale?.toLowerCase().split(/[-_]/)[0] === 'de' ? GERMAN : ENGLISH
}

const ENGLISH: Texts = {
  newSection: (heading) => `Start a section here: “${heading}”`,
  newSectionHere: 'Start a section here',
  moveParagraphs: (count, heading) => `Move ${count === 1 ? 'paragraph' : `${count} paragraphs`} to “${heading}”`,
  moveToNewSection: (count, heading) =>
    `Move ${count === 1 ? 'paragraph' : `${count} paragraphs`} to a new section “${heading}”`,
  ownSection: (count, heading) =>
    `Give ${count === 1 ? 'this paragraph' : `these ${count} paragraphs`} a section of ${count === 1 ? 'its' : 'their'} own: “${heading}”`,
  moveElsewhere: (count) => `Move ${count === 1 ? 'paragraph' : `${count} paragraphs`} to another section…`,
  moveSection: (section, where, other) => `Move “${section}” ${where === 'inside' ? 'into' : where} “${other}”`,
  moveTheme: (theme) => `Move the text on “${theme}”`,
  applyOutline: 'Apply the proposed outline',
  applySomeOfOutline: 'Apply a part of the proposed outline',
  mergeSection: (before) => `Merge this section with “${before}” before it`,
  groupSection: (heading) => `Group the paragraphs of “${heading}” by theme`,
  groupDraft: 'Group all paragraphs of the draft by theme',
  reorders: 'Changes the order of paragraphs',
  rename: (heading) => `Change this heading to “${heading}”`,
  previewOf: (title) => `Preview: ${title}`,
  dismiss: 'Dismiss',
  turnOffHints: (kind) => `Turn off hints that ${HINTS[kind]}`,
  newHeading: 'New section',
  opening: 'Opening',
  reason: ({ reason }) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.?$/, '.')}`,
  sure: (score) => (score >= 0.8 ? 'Very likely' : score >= 0.6 ? 'Likely' : score >= 0.4 ? 'Possible' : 'A guess'),
  theme: (name) => `Theme: ${name}`,
  percent: (share) => `${Math.round(100 * share)}%`,
  words: (count) => `${count.toLocaleString('en')} ${count === 1 ? 'word' : 'words'}`,
  refused(refusal) {
    if (refusal.of === 'bytes') {
      return 'Not analysed: the file is no text in UTF-8. Save it as UTF-8, or open the text that it was made from.'
    }
    const [count, most] = [refusal.count, refusal.most].map((n) => n.toLocaleString('en'))
    return refusal.of === 'line'
      ? `Not analysed: line ${refusal.line} has ${count} characters, more than ${most}. Break it into paragraphs to see its themes.`
      : `Not analysed: the file has ${count} ${refusal.of}, more than ${most}. Split it into several files to see its themes.`
  },
  refusals: ENGLISH_REFUSALS,
  failed: (error) =>
    error instanceof BundleError
      ? `Not analysed: Leitmotif's encoder is missing or damaged. Install the extension again. (${error.message})`
      : `The draft could not be analysed: ${error.message}`,
  stale: 'The draft has changed since it was analysed; wait for the next analysis, and try again.',
  notOpen:
    'This draft is not open, or its language is not one that Leitmotif analyses; open it as Markdown or plain text.'
}

const HINTS: Readonly<Record<Kind, string>> = {
  split: 'a section should be divided',
  move: 'a paragraph belongs elsewhere',
  apart: 'a paragraph should have a section of its own',
  merge: 'two sections belong together',
  mixed: 'a section mixes themes',
  heading: 'a heading does not fit'
}

const GERMAN: Texts = {
  newSection: (heading) => `Hier einen Abschnitt beginnen: „${heading}“`,
  newSectionHere: 'Hier einen Abschnitt beginnen',
  moveParagraphs: (count, heading) => `${count === 1 ? 'Absatz' : `${count} Absätze`} nach „${heading}“ verschieben`,
  moveToNewSection: (count, heading) =>
    `${count === 1 ? 'Absatz' : `${count} Absätze`} in einen neuen Abschnitt „${heading}“ verschieben`,
  ownSection: (count, heading) =>
    `${count === 1 ? 'Diesem Absatz' : `Diesen ${count} Absätzen`} einen eigenen Abschnitt geben: „${heading}“`,
  moveElsewhere: (count) => `${count === 1 ? 'Absatz' : `${count} Absätze`} in einen anderen Abschnitt verschieben …`,
  moveSection: (section, where, other) =>
    `„${section}“ ${{ before: 'vor', after: 'hinter', inside: 'in' }[where]} „${other}“ verschieben`,
  moveTheme: (theme) => `Den Text über „${theme}“ verschieben`,
  applyOutline: 'Die vorgeschlagene Gliederung übernehmen',
  applySomeOfOutline: 'Einen Teil der vorgeschlagenen Gliederung übernehmen',
  mergeSection: (before) => `Diesen Abschnitt mit „${before}“ davor vereinen`,
  groupSection: (heading) => `Die Absätze von „${heading}“ nach Themen ordnen`,
  groupDraft: 'Alle Absätze des Entwurfs nach Themen ordnen',
  reorders: 'Ändert die Reihenfolge von Absätzen',
  rename: (heading) => `Diese Überschrift ändern in „${heading}“`,
  previewOf: (title) => `Vorschau: ${title}`,
  dismiss: 'Verwerfen',
  turnOffHints: (kind) => `Keine Hinweise mehr, ${GERMAN_HINTS[kind]}`,
  newHeading: 'Neuer Abschnitt',
  opening: 'Anfang',
  reason: germanReason,
  sure: (score) =>
    score >= 0.8 ? 'Sehr wahrscheinlich' : score >= 0.6 ? 'Wahrscheinlich' : score >= 0.4 ? 'Möglich' : 'Vermutung',
  theme: (name) => `Thema: ${name}`,
  percent: (share) => `${Math.round(100 * share)} %`,
  words: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Wort' : 'Wörter'}`,
  refused(refusal) {
    if (refusal.of === 'bytes') {
      return 'Nicht analysiert: Die Datei ist kein Text in UTF-8. Speichern Sie sie als UTF-8, oder öffnen Sie den Text, aus dem sie entstand.'
    }
    const [count, most] = [refusal.count, refusal.most].map((n) => n.toLocaleString('de'))
    return refusal.of === 'line'
      ? `Nicht analysiert: Zeile ${refusal.line} hat ${count} Zeichen, mehr als ${most}. Teilen Sie sie in Absätze, um ihre Themen zu sehen.`
      : `Nicht analysiert: Die Datei hat ${count} ${GERMAN_COUNTED[refusal.of]}, mehr als ${most}. Teilen Sie sie in mehrere Dateien, um ihre Themen zu sehen.`
  },
  refusals: GERMAN_REFUSALS,
  failed: (error) =>
    error instanceof BundleError
      ? `Nicht analysiert: Der Encoder von Leitmotif fehlt oder ist beschädigt. Installieren Sie die Erweiterung neu. (${error.message})`
      : `Der Entwurf konnte nicht analysiert werden: ${error.message}`,
  stale: 'Der Entwurf hat sich seit der Analyse geändert; warten Sie die nächste ab und versuchen Sie es noch einmal.',
  notOpen:
    'Dieser Entwurf ist nicht geöffnet, oder Leitmotif analysiert seine Sprache nicht; öffnen Sie ihn als Markdown oder reinen Text.'
}

const GERMAN_COUNTED = { characters: 'Zeichen', headings: 'Überschriften', paragraphs: 'Absätze' } as const

const GERMAN_HINTS: Readonly<Record<Kind, string>> = {
  split: 'dass ein Abschnitt geteilt werden sollte',
  move: 'dass ein Absatz woanders hingehört',
  apart: 'dass ein Absatz einen eigenen Abschnitt braucht',
  merge: 'dass zwei Abschnitte zusammengehören',
  mixed: 'dass ein Abschnitt Themen mischt',
  heading: 'dass eine Überschrift nicht passt'
}

function germanReason(
  suggestion: Suggestion,
  { paragraphs, sections, themes }: Pick<DraftAnalysis, 'paragraphs' | 'sections' | 'themes'>
): string {
  const named = (section: number): string => `„${sections[section].heading || GERMAN.opening}“`
  switch (suggestion.kind) {
    case 'split': {
      const { heading } = sections[paragraphs[suggestion.paragraph].section]
      return `Hier beginnt ${heading === '' ? '' : `in „${heading}“ `}etwas Neues.`
    }
    case 'move':
      return `Dieser Absatz steht ${named(suggestion.to)} näher als dem Rest von ${named(paragraphs[suggestion.paragraph].section)}.`
    case 'apart': {
      const [who, has] =
        suggestion.end - suggestion.paragraph === 1 ? ['Dieser Absatz', 'hat'] : ['Diese Absätze', 'haben']
      return `${who} ${has} wenig mit dem Rest von ${named(paragraphs[suggestion.paragraph].section)} zu tun, und mit keinem anderen Abschnitt mehr.`
    }
    case 'merge':
      return `${named(suggestion.section)} handelt vom selben wie ${named(suggestion.section - 1)}.`
    case 'mixed': {
      const [first, second] = suggestion.themes.map((theme) => `„${themes[theme].name}“`)
      return `${named(suggestion.section)} handelt von zweierlei: ${first} und ${second}.`
    }
    case 'heading':
      return `${named(suggestion.section)} sagt wenig über den Text darunter.`
  }
}
