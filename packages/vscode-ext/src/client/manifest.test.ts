import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SETTINGS_DEFAULTS } from '../protocol/settings.js'
import { PALETTE } from './decorations/palette.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const json = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
const texts = (name: string): Record<string, string> => json(name) as Record<string, string>

interface Manifest {
  readonly activationEvents: readonly string[]
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[]
    readonly keybindings: readonly { readonly command: string; readonly when: string; readonly args?: KeyArguments }[]
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>
    readonly colors: readonly { readonly id: string; readonly defaults: Readonly<Record<string, string>> }[]
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default: unknown; readonly scope: string }>>
    }[]
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly media: { readonly svg: string } }[]
    }[]
  }
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } }
}

interface MenuEntry {
  readonly command?: string
  readonly when?: string
  readonly group?: string
}

interface KeyArguments {
  readonly view?: string
  readonly commands?: readonly [string, { readonly command: string; readonly args: { readonly view: string } }]
}

const manifest = json('package.json') as Manifest
const { contributes } = manifest
const sourcesIn = (folder: string): string =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
const sources = sourcesIn('src/client')
const commands = contributes.commands.map(({ command }) => command)

describe('The manifest', () => {
  it('has the settings that are decoded, with the same defaults', () => {
    const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties)) as Record<
      string,
      { default: unknown }
    >
    const defaults = Object.entries(properties).map(([name, { default: value }]) => [
      name.replace('leitmotif.', ''),
      value
    ])
    expect(Object.fromEntries(defaults)).toEqual(SETTINGS_DEFAULTS)
  })

  it('lets no workspace say where a selection is sent', () => {
    const related = contributes.configuration.flatMap(({ properties }) => Object.entries(properties))
    expect(Object.fromEntries(related)['leitmotif.related.url'].scope).toBe('machine')
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toContain('leitmotif.related.url')
  })

  it('has the colours that pictures are drawn in', () => {
    for (const [scheme, colours] of Object.entries(PALETTE)) {
      const themes = contributes.colors.filter(({ id }) => id.startsWith('leitmotif.theme'))
      expect(themes.map(({ defaults }) => defaults[scheme])).toEqual(colours)
    }
  })

  it('names only commands that there are, in menus and by keys', () => {
    const keys = contributes.keybindings.map(({ command, args }) => args?.commands?.[1] ?? { command })
    const named = [...Object.values(contributes.menus).flat(), ...keys]
    for (const { command } of named) if (command !== undefined) expect(commands).toContain(command)
  })

  it('has keys in a view act on the row that has the focus, or on several that are selected', () => {
    for (const { when, args } of contributes.keybindings) {
      const view = /focusedView == leitmotif\.(\w+)/.exec(when)?.[1]
      if (view === undefined) continue
      expect(when).toContain('listFocus && !inputFocus')
      if (when.endsWith('&& listMultiSelection')) expect(args).toEqual({ view })
      else expect(args?.commands).toEqual(['list.selectAndPreserveFocus', expect.objectContaining({ args: { view } })])
    }
  })

  it('has each button of a row in the menu of that row, too, which opens by a key', () => {
    const rows = contributes.menus['view/item/context']
    const isButton = ({ group }: MenuEntry): boolean => group?.startsWith('inline') === true
    for (const { command, when } of rows.filter(isButton)) {
      const others = rows.filter((entry) => !isButton(entry))
      expect(others).toContainEqual(expect.objectContaining({ command, when }))
    }
  })

  it('leaves no command without a key that the palette never has', () => {
    const keys = contributes.keybindings.map(({ command, args }) => args?.commands?.[1].command ?? command)
    const hidden = contributes.menus.commandPalette.filter(({ when }) => when === 'false')
    expect(hidden.length).toBeGreaterThan(0)
    for (const { command } of hidden) expect(keys).toContain(command)
  })

  it('names no command that nothing does, and no command twice', () => {
    expect(new Set(commands).size).toBe(commands.length)
    for (const command of commands) {
      const name = command.replace('leitmotif.', '')
      expect(sources, command).toMatch(new RegExp(`^\\s+${name}(:|,| =)|registerCommand\\('${command}'`, 'm'))
    }
  })

  it('shows each view by its code, and each picture from a file', () => {
    for (const { id } of contributes.views.leitmotif) expect(sources).toContain(`'${id}'`)
    for (const { media } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      expect(readFileSync(join(root, media.svg), 'utf8')).toContain('<svg')
    }
  })
})

describe('Texts', () => {
  const english = texts('package.nls.json')
  const german = texts('package.nls.de.json')
  const holes = (text: string): string[] =>
    [...text.matchAll(/\{\w+\}|\$\([\w~-]+\)|\]\(command:[^)]+\)/g)].map(([hole]) => hole).sort()

  it('of the manifest are each used, and each in German', () => {
    const used = [...readFileSync(join(root, 'package.json'), 'utf8').matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key)
    expect(Object.keys(english).sort()).toEqual([...new Set(used)].sort())
    expect(Object.keys(german)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(german)) expect(holes(text), key).toEqual(holes(english[key]))
  })

  it('of client and server are each in German, and no other', () => {
    const all = sourcesIn('src')
    const keys = [...all.matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, key]) => key)
    expect(all.match(/l10n\.t\(/g)).toHaveLength(keys.length)
    const bundle = texts('l10n/bundle.l10n.de.json')
    expect(Object.keys(bundle).sort()).toEqual([...new Set(keys)].sort())
    for (const [key, text] of Object.entries(bundle)) expect(holes(text), key).toEqual(holes(key))
  })
})
