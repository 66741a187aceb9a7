import type { arrow } from '#lancedb'
import { typesOf } from '../fields.js'
import { inSlices } from '../slices.js'
import { checkDocuments } from '../store-input.js'
import type {
  Assignment,
  DeadDocument,
  DocumentPage,
  DocumentRecord,
  ListedDocument,
  StoredDocument
} from '../store.js'
import { FIRST_ROW, IN_LIST, type EmbeddedCollection } from './embedded-collection.js'
import { column, rowsOf, texts } from './embedded-rows.js'
import { addThemes, dropThemes } from './runs.js'
import { beginsWith, comesAfter, isIn } from './sql.js'

/** The documents of a collection: reads and lists them, writes and removes them with their sentences and themes. */
export class EmbeddedDocuments {
  /** Cached documents while this process is the only writer. */
  private known: Map<string, StoredDocument> | undefined

  constructor(private readonly collection: EmbeddedCollection) {}

  async read(ids?: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>> {
    if (ids !== undefined) {
      const { known } = this
      if (known !== undefined) return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : [])))
      const found = new Map<string, StoredDocument>()
      for (const some of inSlices(ids, IN_LIST)) {
        for (const [id, document] of await this.readRows(isIn('document', some))) found.set(id, document)
      }
      return found
    }
    if (this.known !== undefined) return this.known
    const known = await this.readRows()
    if (this.collection.lock !== undefined) this.known = known
    return known
  }

  private async readRows(where = 'true'): Promise<Map<string, StoredDocument>> {
    const select = ['document', 'hash', 'source', 'sentences']
    const rows = await this.collection.table.query().where(`${FIRST_ROW} AND ${where}`).select(select).toArrow()
    const [documents, hashes, sources] = [texts(rows, 'document'), texts(rows, 'hash'), texts(rows, 'source')]
    const counts = column(rows, 'sentences').toArray() as Int32Array
    return new Map(
      documents.map((document, index) => [
        document,
        { hash: hashes[index], source: sources[index], sentences: counts[index] }
      ])
    )
  }

  async list({ prefix, after, limit }: DocumentPage): Promise<ListedDocument[]> {
    const rows = await this.collection.table
      .query()
      .where(`${FIRST_ROW} AND ${beginsWith('document', prefix)} AND ${comesAfter('document', after)}`)
      .select(['document', 'title', 'source', 'sentences'])
      .orderBy({ columnName: 'document', ascending: true, nullsFirst: false })
      .limit(limit)
      .toArrow()
    const [titles, sources] = [texts(rows, 'title'), texts(rows, 'source')]
    const counts = column(rows, 'sentences').toArray() as Int32Array
    return texts(rows, 'document').map((document, index) => {
      return { document, title: titles[index], source: sources[index], sentences: counts[index] }
    })
  }

  count(prefix = ''): Promise<number> {
    return this.collection.table.countRows(`${FIRST_ROW} AND ${beginsWith('document', prefix)}`)
  }

  async write(documents: readonly DocumentRecord[]): Promise<{ dead: DeadDocument[] }> {
    const { collection } = this
    await collection.mustWrite()
    const { dims } = collection.file.encoder
    checkDocuments(documents, { dims, fields: typesOf(collection.file.fields) })
    const known = await this.read(documents.map(({ document }) => document))
    const all = this.known && new Map(this.known)
    const changed = documents.filter(({ document, hash }) => known.get(document)?.hash !== hash)
    const added = changed.filter(({ document }) => !known.has(document))
    const replaced = changed.filter(({ document }) => known.has(document))
    const replacedIds = replaced.map(({ document }) => document)
    const rows = (some: readonly DocumentRecord[]): arrow.Table => rowsOf(some, dims, collection.file.fields)
    const before = await this.idsOf(replacedIds)
    this.known = undefined
    // Themes are written first. A process killed in between leaves unused themes, not sentences without themes.
    const { run } = collection.file
    if (run !== undefined) await addThemes(collection.connection, run.number, changed.flatMap(themesOf))
    if (added.length > 0) await collection.table.add(rows(added))
    if (replaced.length > 0) {
      await collection.table
        .mergeInsert('id')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .whenNotMatchedBySourceDelete({ where: isIn('document', replacedIds) })
        .execute(rows(replaced))
    }
    for (const { document, hash, source, sentences } of changed) {
      all?.set(document, { hash, source, sentences: sentences.length })
    }
    for (const { sentences } of replaced) for (const { id } of sentences) before.delete(id)
    await this.dropThemes(before)
    this.known = all
    return { dead: [] }
  }

  async remove(documents: readonly string[]): Promise<void> {
    await this.collection.mustWrite()
    const known = await this.read(documents)
    const all = this.known && new Map(this.known)
    const present = [...known.keys()]
    for (const document of present) all?.delete(document)
    const ids = await this.idsOf(present)
    this.known = undefined
    for (const some of inSlices(present, IN_LIST)) await this.collection.table.delete(isIn('document', some))
    await this.dropThemes(ids)
    this.known = all
  }

  /**
   * Returns the ids of the documents' sentences, whose themes must be removed or kept; empty without a run of themes.
   */
  private async idsOf(documents: readonly string[]): Promise<Set<string>> {
    const ids = new Set<string>()
    if (this.collection.file.run === undefined) return ids
    for (const some of inSlices(documents, IN_LIST)) {
      const rows = await this.collection.table.query().where(isIn('document', some)).select(['id']).toArrow()
      for (const id of texts(rows, 'id')) ids.add(id)
    }
    return ids
  }

  private async dropThemes(ids: ReadonlySet<string>): Promise<void> {
    const { connection, file } = this.collection
    if (file.run !== undefined) await dropThemes(connection, file.run.number, [...ids])
  }
}

/** Returns the themes that a document's sentences come with. */
function themesOf({ sentences }: DocumentRecord): Assignment[] {
  return sentences.flatMap(({ id, theme, themePath, themeSimilarity }) =>
    theme === undefined
      ? []
      : [
          {
            id,
            theme,
            ...(themePath === undefined ? {} : { path: themePath }),
            ...(themeSimilarity === undefined ? {} : { similarity: themeSimilarity })
          }
        ]
  )
}
