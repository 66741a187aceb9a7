/** The only member that Leitmotif writes to documents of an index that it did not make. */
export const ENRICHED = 'leitmotif'

/** Members of `leitmotif`, and how an index maps them. */
export const ENRICHED_PROPERTIES = {
  properties: {
    themes: {
      properties: { id: { type: 'keyword' }, name: { type: 'keyword' }, share: { type: 'float' } }
    },
    main_theme: { type: 'keyword' },
    run: { type: 'keyword' }
  }
} as const
