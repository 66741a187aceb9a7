import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { pageEncoding } from '../encodings.js'

export type HtmlElement = DefaultTreeAdapterTypes.Element
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
type HtmlParent = DefaultTreeAdapterTypes.ParentNode

/** Parses HTML as browsers do. Runs no script and loads nothing. */
export function parseHtml(text: string): HtmlParent {
  return parse(text, { scriptingEnabled: false })
}

export interface HtmlVisitor {
  /** Returns whether to visit the element's content. If so, `leave` is called after it. */
  readonly enter: (element: HtmlElement) => boolean
  readonly leave?: (element: HtmlElement) => void
  readonly text?: (text: string) => void
}

/** Visits nodes in reading order. Not recursive, because pages may nest elements too deep for the stack. */
export function visitHtml(nodes: readonly HtmlNode[], { enter, leave, text }: HtmlVisitor): void {
  const open: { readonly element?: HtmlElement; readonly nodes: readonly HtmlNode[]; next: number }[] = [
    { nodes, next: 0 }
  ]
  while (open.length > 0) {
    const level = open[open.length - 1]
    const node = level.nodes.at(level.next++)
    if (node === undefined) {
      open.pop()
      if (level.element !== undefined) leave?.(level.element)
    } else if ('value' in node) text?.(node.value)
    else if ('tagName' in node && enter(node)) open.push({ element: node, nodes: node.childNodes, next: 0 })
  }
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((own) => own.name === name)?.value
}

/**
 * Decodes HTML by its byte order mark or stated encoding, else as UTF-8, or as Windows-1252 if it is not valid UTF-8.
 */
export function decodeHtml(content: Uint8Array): string {
  const named = pageEncoding(content)
  if (named !== undefined && !/^utf-?8$/i.test(named)) {
    try {
      return new TextDecoder(named).decode(content)
    } catch {
      // Unknown encoding: try UTF-8.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}
