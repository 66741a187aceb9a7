import { SUGGESTION_KINDS, type Suggestion } from '@leitmotif/encoder/draft'

/** The type and default of each setting. Names are those of `contributes.configuration`, without `leitmotif.`. */
const SETTINGS = {
  /** Whether drafts are analysed at all. */
  enable: flag(true),
  /** When drafts are analysed: after edits, on save, or only by the command. */
  analyse: choice(['edit', 'save', 'manual']),
  /** Maximum number of themes of a draft. */
  'themes.most': whole(8, 2, 8),
  'colours.margin': flag(true),
  'colours.background': flag(false),
  'colours.overviewRuler': flag(true),
  'suggestions.split': flag(true),
  'suggestions.move': flag(true),
  'suggestions.separate': flag(true),
  'suggestions.merge': flag(true),
  'suggestions.mixed': flag(true),
  'suggestions.heading': flag(true),
  /** Few suggestions that are mostly right, or more. */
  'suggestions.precision': choice(['few', 'more']),
  'suggestions.codeLens': flag(true),
  /** Diagnostics of severity Hint, shown in the text. */
  'suggestions.hints': flag(true),
  /** Kinds of suggestions without hints. */
  'suggestions.withoutHints': kinds(),
  /** The heading of a suggested section as ghost text at its place. */
  'suggestions.inlayHints': flag(false),
  /** The fewest words of a suggested section. */
  'sections.minWords': whole(40, 0, 5000),
  /** The most words of a section; longer ones are always divided. */
  'sections.maxWords': whole(3000, 100, 100_000),
  /** The address of a service started with `leitmotif serve`; empty turns related passages off. */
  'related.url': text(''),
  /** The template of a citation, with {text}, {document}, {title}, {path} and {link}. */
  'related.citation': text('“{text}” ({title})'),
  /** The files of a book, as a glob. */
  'workspace.files': text('**/*.{md,markdown,txt,tex,rst,adoc,asciidoc}')
} as const

type SettingName = keyof typeof SETTINGS
export type Settings = { readonly [Name in SettingName]: (typeof SETTINGS)[Name]['standard'] }

export const SETTINGS_DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { standard }]) => [name, standard])
) as Settings

/** Settings in which defaults replace invalid values, with a message for each invalid value. */
export interface DecodedSettings {
  readonly settings: Settings
  readonly faults: readonly string[]
}

/** Decodes the editor's settings under `leitmotif`: nested objects, or names with dots. Never throws. */
export function decodeSettings(value: unknown): DecodedSettings {
  const faults: string[] = []
  const settings = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { standard, allows, expected }]) => {
      const found = valueOf(value, name)
      if (found === undefined || found === null) return [name, standard]
      if ((allows as (value: unknown) => boolean)(found)) return [name, found]
      const shown = JSON.stringify(found).slice(0, 60)
      faults.push(
        `leitmotif.${name} is ${shown}; expected ${expected}. The default ${JSON.stringify(standard)} is used.`
      )
      return [name, standard]
    })
  ) as Settings
  return { settings, faults }
}

function valueOf(settings: unknown, name: string): unknown {
  let value = settings
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
  return { standard, allows: (value) => typeof value === 'string', expected: 'a string' }
}

/** Returns a setting that is a whole number from `least` to `most`. */
function whole(standard: number, least: number, most: number): Setting<number> {
  return {
    standard,
    allows: (value): value is number => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    expected: `a whole number from ${least} to ${most}`
  }
}

/** Returns a setting that is one of the values; the first is the default. */
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
