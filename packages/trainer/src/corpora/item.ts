import type { Article } from '@leitmotif/encoder/stages'

/** A part of a corpus: an article, or a message that says which part could not be read, and why. */
export type Item = { readonly article: Article } | { readonly damage: string }

/** Called with the number of bytes read so far, counted as on disk. */
export type OnBytes = (read: number) => void
