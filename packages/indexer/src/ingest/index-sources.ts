/** Beginning of a path that names an index of Elasticsearch instead of a file: `elasticsearch:articles`. */
const INDEX_PREFIX = 'elasticsearch:'

/** Whether a path, or the source of a document, is an index of Elasticsearch. */
export function isIndexSource(path: string): boolean {
  return path.startsWith(INDEX_PREFIX)
}

/** Returns the index that a source names: an index, an alias, a data stream, or a pattern of these. */
export function indexOf(source: string): string {
  return source.slice(INDEX_PREFIX.length)
}
