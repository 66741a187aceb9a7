import { Failure } from '@leitmotif/command'
import { SaxesParser } from 'saxes'

/** Receives the content of an XML document. Names include their prefix: `w:p`. */
export interface XmlVisitor {
  readonly open?: (name: string, attributes: Readonly<Partial<Record<string, string>>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/**
 * Visits the elements and texts of XML in order. Custom entities are errors, so they cannot expand.
 * @param what name of the file, for messages
 * @throws Failure for text that is not well-formed.
 */
export function visitXml(text: string, what: string, { open, close, text: onText }: XmlVisitor): void {
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => {
    throw new Failure(`has a damaged part ${what} (${message.slice(0, 200)}); open and save it again`)
  })
  parser.on('opentag', ({ name, attributes }) => open?.(name, attributes))
  parser.on('closetag', ({ name }) => close?.(name))
  parser.on('text', (value) => onText?.(value))
  parser.on('cdata', (value) => onText?.(value))
  parser.write(text).close()
}

/** Returns the first text of each element, by its name without prefix: `title`, `creator`. */
export function xmlTexts(text: string, what: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let inside = ''
  let own = ''
  visitXml(text, what, {
    open(name) {
      inside = name.replace(/^.*:/, '')
      own = ''
    },
    text: (value) => (own += value),
    close() {
      if (inside !== '' && own.trim() !== '' && !found.has(inside)) found.set(inside, own.trim())
      inside = ''
    }
  })
  return found
}
