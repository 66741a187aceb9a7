/** Commands whose arguments are not prose, with their number of arguments in braces. */
export const DROPPED: ReadonlyMap<string, number> = new Map([
  ...counted(
    1,
    'label ref eqref autoref nameref pageref vref Vref cref Cref crefrange cite citet citep citealt citealp citeauthor citeyear ' +
      'citeyearpar textcite parencite autocite footcite fullcite supercite smartcite nocite Cite Citet Citep Textcite Parencite Autocite ' +
      'includegraphics includesvg includepdf input include subfile bibliography bibliographystyle addbibresource usepackage ' +
      'documentclass RequirePackage pagestyle thispagestyle pagenumbering vspace hspace index glossary caption captionof ' +
      'thanks author date title subtitle institute affiliation affil email address orcid keywords ccsdesc graphicspath ' +
      'tikzset pgfplotsset lstset hypersetup geometry color pagecolor usetikzlibrary newcounter stepcounter refstepcounter ' +
      'phantom hphantom vphantom todo marginnote linespread selectlanguage markright hyphenation bookmarksetup ' +
      'theoremstyle captionsetup tikz qrcode cline ensuremath'
  ),
  ...counted(
    2,
    'markboth setlength addtolength setcounter addtocounter newcommand renewcommand providecommand DeclareMathOperator definecolor rule ' +
      'newtheorem fontsize addcontentsline newlength settowidth lstinputlisting inputminted colorlet'
  ),
  ...counted(3, 'newenvironment renewenvironment addtocontents')
])

/** Commands of which only the last argument is prose, with the number of arguments before it. */
export const LAST_KEPT: ReadonlyMap<string, number> = new Map([
  ...counted(
    1,
    'href textcolor colorbox hyperlink hypertarget foreignlanguage parbox raisebox scalebox texorpdfstring'
  ),
  ...counted(2, 'resizebox fcolorbox multicolumn multirow')
])

/** Commands for symbols, and the text they print. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    and: ', ',
    LaTeX: 'LaTeX',
    TeX: 'TeX',
    LaTeXe: 'LaTeX2e',
    BibTeX: 'BibTeX',
    ldots: '…',
    dots: '…',
    textellipsis: '…',
    textendash: '–',
    textemdash: '—',
    textbackslash: '\\',
    textasciitilde: '~',
    textasciicircum: '^',
    textunderscore: '_',
    textless: '<',
    textgreater: '>',
    textbar: '|',
    textquoteleft: '‘',
    textquoteright: '’',
    textquotedblleft: '“',
    textquotedblright: '”',
    guillemotleft: '«',
    guillemotright: '»',
    textdegree: '°',
    texttimes: '×',
    textregistered: '®',
    texttrademark: '™',
    copyright: '©',
    textcopyright: '©',
    pounds: '£',
    euro: '€',
    texteuro: '€',
    S: '§',
    P: '¶',
    dag: '†',
    ddag: '‡',
    ss: 'ß',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    o: 'ø',
    O: 'Ø',
    aa: 'å',
    AA: 'Å',
    l: 'ł',
    L: 'Ł',
    i: 'ı',
    j: 'ȷ',
    dh: 'ð',
    th: 'þ',
    quad: ' ',
    qquad: ' ',
    space: ' ',
    newline: ' ',
    linebreak: ' '
  })
)

/** Characters that a backslash changes, and the text they print; any other prints itself. */
export const MARKS: ReadonlyMap<string, string> = new Map([
  ...['\\', ' ', ',', ';', ':', '>', '\r', '\n', '\t'].map((mark): [string, string] => [mark, ' ']),
  ...['-', '/', '!', '@', ')', '[', ']', '+', ''].map((mark): [string, string] => [mark, ''])
])

/** The combining marks of accents. */
export const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '`': '\u0300',
    "'": '\u0301',
    '^': '\u0302',
    '~': '\u0303',
    '=': '\u0304',
    u: '\u0306',
    '.': '\u0307',
    '"': '\u0308',
    r: '\u030a',
    H: '\u030b',
    v: '\u030c',
    d: '\u0323',
    c: '\u0327',
    k: '\u0328',
    b: '\u0331'
  })
)

/** Environments without prose: code, mathematics, tables, pictures. Starred forms count, too. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'equation align alignat flalign gather multline eqnarray math displaymath dmath IEEEeqnarray subequations array tabular tabularx ' +
    'tabulary longtable table wraptable sidewaystable figure wrapfigure sidewaysfigure SCfigure tikzpicture pgfpicture picture forest ' +
    'circuitikz asy verbatim Verbatim lstlisting minted alltt comment algorithm algorithmic algorithm2e thebibliography filecontents ' +
    'CCSXML tikzcd code'
  ).split(' ')
)

/** Environments with verbatim text: they end at the first end of their name. */
export const VERBATIM: ReadonlySet<string> = new Set(
  'verbatim Verbatim lstlisting minted comment filecontents asy code'.split(' ')
)

export const LISTS: ReadonlySet<string> = new Set(
  'itemize enumerate description compactitem compactenum compactdesc inparaenum inparaitem tasks'.split(' ')
)

export const QUOTES: ReadonlySet<string> = new Set('quote quotation verse displayquote displayquotation'.split(' '))

function counted(count: number, names: string): [string, number][] {
  return names.split(' ').map((name) => [name, count])
}
