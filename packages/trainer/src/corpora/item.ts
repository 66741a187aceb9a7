import type { Article } from '@leitmotif/encoder/stages'

/** What a reader of a corpus yields: an article, or a sentence that says which part could not be read, and why. */
export type Item = { readonly article: Article } | { readonly damage: string }

/** Told how many bytes of a corpus, packed as on disk, have been read so far. */
export type OnBytes = (read: number) => void
