import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from '@leitmotif/encoder'
import { samples } from '../command-line.js'

/** Returns the first paragraphs of a sample article. */
function openingParagraphs(name: string): string[] {
  const text = readFileSync(join(samples, `${name}.md`), 'utf8')
  return parseDocument(text, 'markdown')
    .blocks.filter(({ kind, container }) => kind === 'paragraph' && container === 'none')
    .slice(0, 10)
    .map(({ prose }) => prose.text)
}

export interface StrayedDraft {
  readonly text: string
  /** The misplaced paragraph. */
  readonly stray: string
}

/** Returns a draft of three sections with a paragraph on bread among those on bridges. */
export function strayedDraft(): StrayedDraft {
  const [bread, bridges, stars] = ['bread', 'bridges', 'stargazing'].map(openingParagraphs)
  const [stray] = bread.splice(3, 1)
  bridges.splice(4, 0, stray)
  return { text: draftOf([section('Bread', bread), section('Bridges', bridges), section('Stars', stars)]), stray }
}

/** Returns a draft on bridges and stars with a paragraph on vaccines among those on bridges. */
export function foreignDraft(): StrayedDraft {
  // The first paragraph on vaccines has fewer words than a suggested section.
  const [bridges, stars, [, stray]] = ['bridges', 'stargazing', 'vaccines'].map(openingParagraphs)
  bridges.splice(4, 0, stray)
  return { text: draftOf([section('Bridges', bridges), section('Stars', stars)]), stray }
}

export interface JoinedDraft {
  readonly text: string
  /** The first paragraph of the second subject. */
  readonly turn: string
}

/** Returns a draft in which one section turns from bread to stars. */
export function joinedDraft(): JoinedDraft {
  const [bread, bridges, stars] = ['bread', 'bridges', 'stargazing'].map(openingParagraphs)
  return { text: draftOf([section('Bread', [...bread, ...stars]), section('Bridges', bridges)]), turn: stars[0] }
}

function section(heading: string, paragraphs: readonly string[]): string {
  return [`## ${heading}`, ...paragraphs].join('\n\n')
}

function draftOf(sections: readonly string[]): string {
  return `${['# Three crafts', ...sections].join('\n\n')}\n`
}
