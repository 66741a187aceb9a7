import { Failure, readFailure } from '@leitmotif/command'
import type { Article } from '@leitmotif/encoder/stages'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { Bzip2Error, unpackBzip2 } from './bzip2.js'
import type { Item, OnBytes } from './item.js'
import { ENGLISH_SILENT, parseWikitext } from './wikitext.js'

/** Maximum length of a page in UTF-16 code units; MediaWiki's own limit is 2 MiB. */
const MAX_PAGE_LENGTH = 16 * 1024 * 1024
/** Maximum length of XML without a tag; limits the memory of the XML parser. */
const MAX_PIECE_LENGTH = 2 * MAX_PAGE_LENGTH
const MAX_DEPTH = 100
/** Number of bytes parsed before the articles in them are yielded. */
const STEP = 1 << 18

/** Numbers of MediaWiki's namespaces whose links show no text: media, file, category. */
const SILENT_NAMESPACES = ['-2', '6', '14']

/**
 * Streams the articles of a MediaWiki XML dump (`.xml`, `.xml.gz`, `.xml.bz2`), with the last revision of each page.
 * Skips redirects, pages outside the article namespace, and pages that are not wikitext. Ids are the wiki's name and the page's
 * number, as `enwiki:12`. Never expands entities that the document defines: they are an error.
 * @throws Failure when the file is missing, truncated, or not XML.
 */
export async function* readMediaWiki(path: string, onBytes?: OnBytes): AsyncGenerator<Item> {
  const found: Item[] = []
  const parser = createDumpParser(path, (item) => found.push(item))
  const decoder = new TextDecoder('utf-8')
  const parse = (text: string | null): void => {
    try {
      if (text === null) parser.close()
      else parser.write(text)
    } catch (error) {
      if (error instanceof Failure) throw error
      throw new Failure(`${path}: not well-formed XML: line ${(error as Error).message}; fetch the dump again`)
    }
  }
  for await (const bytes of readUnpacked(path, onBytes)) {
    for (let at = 0; at < bytes.length; at += STEP) {
      parse(decoder.decode(bytes.subarray(at, at + STEP), { stream: true }))
      yield* found.splice(0)
    }
  }
  parse(decoder.decode())
  parse(null)
  yield* found
}

interface Page {
  title: string
  namespace: string
  id: string
  redirect: boolean
  model: string
  text: string
  tooLong: boolean
}

const EMPTY_PAGE: Page = { title: '', namespace: '', id: '', redirect: false, model: '', text: '', tooLong: false }

/** The elements whose text is read, by path. */
const FIELDS: Readonly<Partial<Record<string, 'title' | 'namespace' | 'id' | 'model' | 'text'>>> = {
  'mediawiki/page/title': 'title',
  'mediawiki/page/ns': 'namespace',
  'mediawiki/page/id': 'id',
  'mediawiki/page/revision/model': 'model',
  'mediawiki/page/revision/text': 'text'
}

function createDumpParser(path: string, onItem: (item: Item) => void): { write(text: string): void; close(): void } {
  const parser = new SaxesParser()
  const open: string[] = []
  const silent = new Set(ENGLISH_SILENT)
  let place = ''
  let wiki = ''
  let prefix = ''
  let silentPrefix = false
  let page: Page = { ...EMPTY_PAGE }
  // Characters written since the parser's last event.
  let pending = 0

  parser.on('opentag', ({ name, attributes }) => {
    pending = 0
    open.push(name)
    if (open.length > MAX_DEPTH)
      throw new Failure(`${path}: elements nested ${MAX_DEPTH} deep; expected a MediaWiki dump`)
    place = open.join('/')
    if (open.length === 1 && name !== 'mediawiki') {
      throw new Failure(`${path}: an XML file of <${name.slice(0, 40)}>; expected a MediaWiki dump, <mediawiki>`)
    }
    if (place === 'mediawiki/page') page = { ...EMPTY_PAGE }
    else if (place === 'mediawiki/page/redirect') page.redirect = true
    else if (place === 'mediawiki/page/revision') page = { ...page, model: '', text: '', tooLong: false }
    else if (place === 'mediawiki/siteinfo/namespaces/namespace') {
      prefix = ''
      silentPrefix = SILENT_NAMESPACES.includes(attributes.key)
    }
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  function onText(text: string): void {
    pending = 0
    const field = FIELDS[place]
    if (field !== undefined) {
      if (page[field].length + text.length > MAX_PAGE_LENGTH) page.tooLong = true
      else page[field] += text
    } else if (place === 'mediawiki/siteinfo/dbname') wiki = (wiki + text).slice(0, 100)
    else if (place === 'mediawiki/siteinfo/namespaces/namespace') prefix = (prefix + text).slice(0, 100)
  }
  parser.on('closetag', () => {
    pending = 0
    if (place === 'mediawiki/page') {
      const item = itemFrom(page, wiki, silent, path)
      if (item !== null) onItem(item)
      page = { ...EMPTY_PAGE }
    } else if (place === 'mediawiki/siteinfo/namespaces/namespace' && silentPrefix) silent.add(prefix.toLowerCase())
    open.pop()
    place = open.join('/')
  })
  for (const event of ['comment', 'processinginstruction', 'doctype'] as const) {
    parser.on(event, () => {
      pending = 0
    })
  }
  return {
    write(text) {
      pending += text.length
      if (pending > MAX_PIECE_LENGTH) {
        throw new Failure(`${path}: over ${MAX_PIECE_LENGTH} characters without a tag; expected a MediaWiki dump`)
      }
      parser.write(text)
    },
    close() {
      parser.close()
    }
  }
}

/** Returns a page as an article; null for a redirect and for pages that are not articles. */
function itemFrom(page: Page, wiki: string, silent: ReadonlySet<string>, path: string): Item | null {
  if (page.namespace !== '0' && page.namespace !== '') return null
  if (page.model !== '' && page.model !== 'wikitext') return null
  if (page.redirect || /^\s*#redirect\b/i.test(page.text)) return null
  const name = page.title.trim() || `page ${page.id}`
  if (page.tooLong)
    return { damage: `${path}: ${name.slice(0, 200)}: longer than ${MAX_PAGE_LENGTH} characters; skipped` }
  const source = wiki || 'mediawiki'
  const article: Article = {
    id: `${source}:${page.id.trim() || name}`,
    title: name,
    source,
    sections: parseWikitext(page.text, silent)
  }
  return { article }
}

/**
 * Streams the bytes of a file, unpacked if its name ends in `.gz` or `.bz2`, in constant memory.
 * @throws Failure when the file is missing, truncated or damaged.
 */
async function* readUnpacked(path: string, onBytes?: OnBytes): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk) => onBytes?.((bytes += chunk.length)))
  try {
    if (path.endsWith('.bz2')) yield* unpackBzip2(file as AsyncIterable<Buffer>)
    else if (path.endsWith('.gz')) {
      const unpacked = file.pipe(createGunzip())
      file.on('error', (error) => unpacked.destroy(error))
      yield* unpacked as AsyncIterable<Buffer>
    } else yield* file as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof Bzip2Error) {
      throw new Failure(`${path}: bzip2: ${error.message}; fetch or pack the file again`)
    }
    throw readFailure(path, error)
  } finally {
    file.destroy()
  }
}
