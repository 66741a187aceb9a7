import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './command-line.js'

const css = readFileSync(join(root, 'packages', 'plot', 'style', 'base.css'), 'utf8')

/** Matrices that simulate missing cones in linear RGB (Machado, Oliveira, Fernandes 2009, severity 1). */
const sights: Record<string, readonly (readonly number[])[]> = {
  everyone: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1]
  ],
  protanopes: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998]
  ],
  deuteranopes: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881]
  ],
  tritanopes: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039]
  ]
}

/** Returns the linear RGB of a colour such as #1e78c9. */
function linear(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
}

/** Returns the light and dark colour that a rule gives to a name, in linear RGB. */
function colour(rule: string, name: string): number[][] {
  const found = new RegExp(`${rule} \\{[^}]*?${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)!
  return found.slice(1).map(linear)
}

/** Returns OKLab (Ottosson 2020) times 100 of linear RGB. A distance of 2 is barely visible, 10 is obvious. */
function lab([r, g, b]: readonly number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    100 * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s),
    100 * (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s),
    100 * (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s)
  ]
}

const seen = (sight: readonly (readonly number[])[], rgb: readonly number[]): number[] =>
  sight.map((row) => Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])))

function contrast(a: readonly number[], b: readonly number[]): number {
  const [light, dark] = [a, b]
    .map((rgb) => 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] + 0.05)
    .sort((x, y) => y - x)
  return light / dark
}

function areToldApart(colours: readonly (readonly number[])[]): void {
  for (const [people, sight] of Object.entries(sights)) {
    it(`are told apart by ${people}`, () => {
      const labs = colours.map((colour) => lab(seen(sight, colour)))
      const distances = labs.flatMap((a, i) =>
        labs.slice(0, i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))
      )
      expect(Math.min(...distances)).toBeGreaterThan(7)
    })
  }
}

const slots = Array.from(css.matchAll(/\.slot-\d+ \{/g), (_, i) => colour(`\\.slot-${i}`, '--theme'))
const paper = colour(':root', '--paper')

it('There are as many colours as top-level groups are built', () => {
  const catalogue = readFileSync(join(root, 'packages', 'indexer', 'web', 'data', 'catalogue.tsx'), 'utf8')
  expect(slots).toHaveLength(12)
  expect(catalogue).toContain(`export const SLOTS = ${slots.length}\n`)
})

describe.each([
  ['light', 0],
  ['dark', 1]
])('The colours of themes, %s', (_name, scheme) => {
  areToldApart(slots.map((slot) => slot[scheme]))

  it('stand out from the page at least 3 to 1, as WCAG asks of graphics', () => {
    for (const slot of slots) expect(contrast(slot[scheme], paper[scheme])).toBeGreaterThanOrEqual(3)
  })
})

const manifest = JSON.parse(readFileSync(join(root, 'packages', 'vscode-ext', 'package.json'), 'utf8')) as {
  contributes: { colors: { id: string; defaults: Record<string, string> }[] }
}

describe.each([
  ['light', '#ffffff'],
  ['dark', '#1f1f1f'],
  ['highContrast', '#000000'],
  ['highContrastLight', '#ffffff']
])("The editor's colours of themes, %s", (scheme, background) => {
  const colours = manifest.contributes.colors
    .filter(({ id }) => id.startsWith('leitmotif.theme'))
    .map(({ defaults }) => linear(defaults[scheme]))
  areToldApart(colours)

  it('stand out from the text at least 3 to 1', () => {
    expect(colours).toHaveLength(8)
    for (const colour of colours) expect(contrast(colour, linear(background))).toBeGreaterThanOrEqual(3)
  })
})
