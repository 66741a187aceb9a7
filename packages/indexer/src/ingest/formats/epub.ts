import { posix } from 'node:path'
import { Failure } from '@leitmotif/command'
import { createOutline, languageOf, type FileContent } from './file-content.js'
import { addHtmlBlocks } from './html-blocks.js'
import { parseHtml } from './html-tree.js'
import { visitXml, xmlTexts } from './xml.js'
import { openZip } from './zip.js'

const WHAT = 'an .epub file'

/** Reads the chapters of a book in order, with their headings. */
export async function readEpub(content: Uint8Array): Promise<FileContent> {
  const zip = await openZip(content, WHAT)
  const container = await zip.text('META-INF/container.xml')
  const rights = (await zip.text('META-INF/encryption.xml')) ?? ''
  // Font obfuscation does not count as encryption: the text remains readable.
  const encrypted = (rights.match(/Algorithm="[^"]*"/g) ?? []).some((name) => !/obfuscation|RC\b|#font/i.test(name))
  if (encrypted && (rights.includes('xhtml') || rights.includes('.html'))) {
    throw new Failure('is protected against copying; expected an .epub file without protection')
  }
  const root = container === undefined ? undefined : rootFile(container)
  const book = root === undefined ? undefined : await zip.text(root)
  if (root === undefined || book === undefined) {
    throw new Failure(`has no description of a book; expected ${WHAT}; fetch it again`)
  }
  const outline = createOutline()
  for (const href of chapters(book, root)) {
    const chapter = await zip.text(posix.join(posix.dirname(root), href))
    if (chapter === undefined) continue
    addHtmlBlocks(outline, parseHtml(chapter).childNodes, {
      isLeftOut: ({ tagName, attrs }) =>
        tagName === 'nav' ||
        attrs.some(({ name, value }) => name === 'epub:type' && /\b(?:toc|landmarks|pagebreak|noteref)\b/.test(value))
    })
  }
  const meta = xmlTexts(book, root)
  const language = languageOf(meta.get('language'))
  return {
    sections: outline.sections,
    ...(meta.has('title') && { title: meta.get('title')! }),
    ...(meta.has('date') && { date: meta.get('date')! }),
    fields: { ...(meta.has('creator') && { author: meta.get('creator')! }), ...(language && { language }) }
  }
}

function rootFile(container: string): string | undefined {
  let path: string | undefined
  visitXml(container, 'container.xml', {
    open(name, attributes) {
      if (/(?:^|:)rootfile$/.test(name)) path ??= attributes['full-path']
    }
  })
  return path
}

/** Returns the files of the chapters in reading order, relative to the package document. */
function chapters(book: string, root: string): string[] {
  const files = new Map<string, string>()
  const order: string[] = []
  visitXml(book, root, {
    open(name, attributes) {
      const own = name.replace(/^.*:/, '')
      if (own === 'item' && /html/.test(attributes['media-type'] ?? '') && !/\bnav\b/.test(attributes.properties ?? ''))
        files.set(attributes.id ?? '', unescaped(attributes.href ?? ''))
      if (own === 'itemref' && attributes.linear !== 'no') order.push(attributes.idref ?? '')
    }
  })
  return order.flatMap((id) => files.get(id) ?? [])
}

function unescaped(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
