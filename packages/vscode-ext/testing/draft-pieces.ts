import type { DocumentFormat } from '@leitmotif/encoder'

/** Pieces of a draft, each between blank lines. */
export interface Ingredients {
  readonly head: readonly string[]
  readonly bodies: readonly string[]
  /** Blocks that are not paragraphs. */
  readonly fixed: readonly string[]
  readonly heading: (words: string, level: number, style: number) => string
  readonly levels: number
}

export const SENTENCES = [
  'The river rises in spring, and the meadows are under water for a week.',
  'Clay holds water; sand lets it go.',
  'Sow beans when the soil is warm (above 10 °C), never before.',
  'A well is deep.\nIts water is cold in summer.',
  'Über allen Gipfeln is quiet: 雨が降る。 🌱 grows.'
]

/** Pieces of test drafts by format. */
export const INGREDIENTS: Partial<Record<DocumentFormat, Ingredients>> = {
  markdown: {
    head: [
      '',
      '---\ntitle: The garden\ntags: [a, b]\n---\n',
      '# The garden\n',
      '<!-- draft -->\n',
      '\ufeff# The garden\n'
    ],
    bodies: [
      ...SENTENCES,
      'It holds *much* `code` and a [link][one], a note[^1].',
      'Settings are these:\n\n```sh\n# no heading\n\nrun --all\n```',
      '- beans\n- peas\n\n  in rows\n- `tabs`\there',
      '1. dig\n2. rake',
      '> Rain is\nlazy here.\n>\n> - quoted',
      'Prices follow.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      '<details>\n<summary>More</summary>\n\nHidden text is here.\n\n</details>',
      'Hard break  \nbehind it\\\nand again.',
      '![A picture](a.png)',
      'Math stands alone:\n\n$$\nx = 1\n$$'
    ],
    fixed: ['---', '<!-- a comment -->', '[one]: https://example.org "One"', '[^1]: A note of its own.'],
    heading: (words, level, style) => {
      if (level <= 2 && style === 1) return `${words}\n${(level === 1 ? '=' : '-').repeat(words.length)}`
      return style === 2 ? `${'#'.repeat(level)} ${words} ${'#'.repeat(level)}` : `${'#'.repeat(level)} ${words}`
    },
    levels: 5
  },
  plain: {
    head: ['', '\ufeff'],
    bodies: [...SENTENCES, '- beans\n- peas', 'A longer paragraph that nobody would take for a heading ends here.'],
    fixed: [],
    heading: (words, level) => `${words}\n${(level === 1 ? '=' : '-').repeat(words.length)}`,
    levels: 2
  },
  latex: {
    head: [
      '',
      '\\documentclass{article}\n\\title{The garden}\n\\begin{document}\n\\maketitle\n',
      '\\documentclass[a4paper]{report}\n\\begin{document}\n'
    ],
    bodies: [
      ...SENTENCES,
      'It holds \\emph{much}, \\cite{one} and a note.\\footnote{Of its own.}',
      'Settings are these:\n\n\\begin{verbatim}\n\\section{None}\n\nrun --all\n\\end{verbatim}',
      '\\begin{itemize}\n\\item beans\n\n\\item peas\n\\end{itemize}',
      '\\begin{quote}\nRain is\nlazy here.\n\\end{quote}',
      'It weighs\n\\[ x = 1 \\]\nkilograms, all in all.',
      'Prices follow.\n\n\\begin{tabular}{ll}\na & b \\\\\n\\end{tabular}',
      'A comment % of one\nstands in here.',
      '\\paragraph{Inline} Text stands behind it on its line.'
    ],
    fixed: ['% a comment', '\\newpage'],
    heading: (words, level, style) => {
      const command = ['section', 'subsection', 'subsubsection', 'paragraph'][level - 1]
      return [
        `\\${command}{${words}}`,
        `\\${command}*{${words}}`,
        `\\${command}[Short]{${words}} \\label{sec:${level}}`
      ][style]
    },
    levels: 4
  },
  restructuredtext: {
    head: ['', ':author: A Gardener\n:date: 2024-05-01\n', '==========\nThe garden\n==========\n', '.. a comment\n'],
    bodies: [
      ...SENTENCES,
      'It holds *much* ``code`` and a link_, a note [1]_.',
      'Settings are these::\n\n   Title\n   =====\n\n   run --all',
      '* beans\n* peas\n\n  in rows\n* tabs\there',
      '1. dig\n2. rake',
      '   Rain is\n   lazy here.',
      'Prices follow.\n\n=====  =====\na      b\n=====  =====\n1      2\n=====  =====',
      '.. note::\n\n   Mind the frost at night.',
      'Code follows.\n\n.. code-block:: sh\n\n   run --all',
      'soil\n   What things grow in.'
    ],
    fixed: ['----', '.. another comment', '.. _link: https://example.org', '.. [1] A note of its own.'],
    heading: (words, level, style) => {
      const line = '=-~^'[level - 1].repeat(words.length)
      return `${style === 1 ? `.. _place-${level}:\n\n` : ''}${words}\n${line}`
    },
    levels: 4
  },
  asciidoc: {
    head: ['', '= The garden\nA Gardener\n:toc:\n', '// a comment\n'],
    bodies: [
      ...SENTENCES,
      'It holds *much* `code` and a https://example.org[link], a note.footnote:[Of its own.]',
      'Settings are these:\n\n[source,sh]\n----\n== None\n\nrun --all\n----',
      '* beans\n* peas\n+\nin rows\n* tabs\there',
      '. dig\n. rake',
      '[quote]\n____\nRain is\nlazy here.\n____',
      'Prices follow.\n\n.Prices\n|===\n| a | b\n|===',
      'NOTE: Mind the frost at night.',
      'soil:: What things grow in.'
    ],
    fixed: ["'''", '// another comment'],
    heading: (words, level, style) => {
      const marks = '='.repeat(level + 1)
      if (style === 1) return `[[place-${level}]]\n${marks} ${words}`
      return style === 2 ? `${marks} ${words} ${marks}` : `${marks} ${words}`
    },
    levels: 4
  }
}
