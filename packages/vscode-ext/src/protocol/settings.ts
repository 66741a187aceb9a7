import { SUGGESTION_KINDS, type Suggestion } from '../draft/analysis.js'

/** What each setting may be, and is by default. Their names are those of `contributes.configuration`, without `leitmotif.`. */
const SETTINGS = {
  /** Whether drafts are analysed at all. */
  enable: flag(true),
  /** When: as they are edited, when they are saved, or by the command alone. */
  analyse: choice(['edit', 'save', 'manual']),
  /** Themes of a draft, at most. */
  'themes.most': whole(8, 2, 8),
  'colours.margin': flag(true),
  'colours.background': flag(false),
  'colours.overviewRuler': flag(true),
  'suggestions.split': flag(true),
  'suggestions.move': flag(true),
  'suggestions.apart': flag(true),
  'suggestions.merge': flag(true),
  'suggestions.mixed': flag(true),
  'suggestions.heading': flag(true),
  /** Few that are nearly always right, or more. */
  'suggestions.precision': choice(['few', 'more']),
  'suggestions.codeLens': flag(true),
  /** Marks of severity Hint in the text and in the list of problems. */
  'suggestions.hints': flag(true),
  /** Kinds of suggestions that are given no such marks. */
  'suggestions.withoutHints': kinds(),
  /** The heading of a suggested section as ghost text where it would stand. */
  'suggestions.inlayHints': flag(false),
  /** A section that is suggested has at least this many paragraphs. */
  'sections.minParagraphs': whole(2, 1, 40),
  /** A section of more paragraphs is always divided. */
  'sections.maxParagraphs': whole(40, 2, 1000),
  /** Of a service that `leitmotif serve` gives; without one, no related passages. */
  'related.url': text(''),
  /** What is inserted for a related passage: {text}, {document}, {title}, {path} and {link} stand for what it has. */
  'related.citation': text('“{text}” ({title})'),
  /** The files of a book in many files. */
  'workspace.files': text('**/*.{md,markdown,txt,tex,rst,adoc,asciidoc}')
} as const

type SettingName = keyof typeof SETTINGS
export type Settings = { readonly [Name in SettingName]: (typeof SETTINGS)[Name]['standard'] }

export const SETTINGS_DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { standard }]) => [name, standard])
) as Settings

/** Settings, with the default for each that is not what it may be, and a sentence for each such. */
export interface DecodedSettings {
  readonly settings: Settings
  readonly faults: readonly string[]
}

/** Decodes what the editor has under `leitmotif`: an object of objects, or names with dots. Never throws. */
export function decodeSettings(given: unknown): DecodedSettings {
  const faults: string[] = []
  const settings = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { standard, allows, expected }]) => {
      const value = valueOf(given, name)
      if (value === undefined || value === null) return [name, standard]
      if ((allows as (value: unknown) => boolean)(value)) return [name, value]
      const found = JSON.stringify(value).slice(0, 60)
      faults.push(`leitmotif.${name} is ${found}; expected ${expected}: ${JSON.stringify(standard)} is used`)
      return [name, standard]
    })
  ) as Settings
  return { settings, faults }
}

function valueOf(given: unknown, name: string): unknown {
  let value = given
  if (isObject(value) && name in value) return value[name]
  for (const part of name.split('.')) value = isObject(value) ? value[part] : undefined
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

interface Setting<T> {
  readonly standard: T
  readonly allows: (value: unknown) => value is T
  readonly expected: string
}

function flag(standard: boolean): Setting<boolean> {
  return { standard, allows: (value) => typeof value === 'boolean', expected: 'true or false' }
}

function text(standard: string): Setting<string> {
  return { standard, allows: (value) => typeof value === 'string', expected: 'a text' }
}

/** A whole number from `least` to `most`. */
function whole(standard: number, least: number, most: number): Setting<number> {
  return {
    standard,
    allows: (value): value is number => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    expected: `a whole number from ${least} to ${most}`
  }
}

/** One of the values; the first is the default. */
function choice<const T extends string>(values: readonly [T, ...T[]]): Setting<T> {
  return {
    standard: values[0],
    allows: (value): value is T => (values as readonly unknown[]).includes(value),
    expected: values.map((value) => JSON.stringify(value)).join(' or ')
  }
}

function kinds(): Setting<readonly Suggestion['kind'][]> {
  const all: readonly unknown[] = SUGGESTION_KINDS
  return {
    standard: [],
    allows: (value): value is readonly Suggestion['kind'][] =>
      Array.isArray(value) && value.every((kind) => all.includes(kind)),
    expected: `a list of ${all.join(', ')}`
  }
}
