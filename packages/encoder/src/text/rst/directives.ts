/** The role of a directive: its arguments and body are prose, its body only, or nothing; some are fixed. */
export type DirectiveKind = 'words' | 'body' | 'other' | 'fixed' | 'anchor'

const KINDS: readonly (readonly [DirectiveKind, string])[] = [
  [
    'words',
    'note warning tip hint important caution danger attention error admonition seealso todo topic sidebar rubric epigraph highlights ' +
      'pull-quote versionadded versionchanged versionremoved deprecated dropdown card grid-item-card centered'
  ],
  [
    'body',
    'compound container only glossary tab-set tabs tab tab-item grid grid-item card-body details collapse function class rst-class method classmethod ' +
      'staticmethod attribute data exception property module option envvar confval describe object hlist'
  ],
  [
    'fixed',
    'contents toctree highlight currentmodule role default-role sectnum section-numbering meta header footer title include ' +
      'target-notes default-domain tabularcolumns autoclass automodule autofunction autosummary bibliography footbibliography raw'
  ],
  ['anchor', 'index']
]

const KIND_OF = new Map(KINDS.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)))

/**
 * Returns the kind of a directive; an unknown one holds no prose.
 * @param name as written, such as `note` or `py:function`
 */
export function directiveKind(name: string): DirectiveKind {
  const known = name.toLowerCase()
  // Directives of a domain, such as Python's, describe an object.
  return KIND_OF.get(known) ?? (/^\w+:\w+$/.test(known) ? 'body' : 'other')
}

/** Returns whether a directive without a body belongs to the following block. */
export function isOfNext(name: string): boolean {
  return /^(?:rst-)?class$/i.test(name)
}

const TURNS = /^(?:highlight|(?:py:)?(?:currentmodule|module)|role|default-role|default-domain)$/

/** Returns whether a directive affects all that follows. */
export function actsOnFollowing(name: string): boolean {
  return TURNS.test(name.toLowerCase())
}
