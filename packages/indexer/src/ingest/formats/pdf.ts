import { Failure } from '@leitmotif/command'
import { getDocumentProxy } from 'unpdf'
import { collapsed, createOutline, hasWords, type FileContent } from './file-content.js'
import { layOut, type PdfLine } from './pdf-layout.js'

/** Maximum number of pages of a document. */
const MAX_PAGES = 5_000

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** The used properties of a piece of text on a page. */
interface TextItem {
  readonly str: string
  /** Transformation matrix: scale, rotation and position from the lower left corner of the page. */
  readonly transform: readonly number[]
  readonly width: number
}

/**
 * Reads the text of a PDF: paragraphs across lines and pages, without running headers, footers and page numbers. Larger
 * text becomes a heading.
 */
export async function readPdf(content: Uint8Array): Promise<FileContent> {
  const document = await openPdf(content)
  try {
    if (document.numPages > MAX_PAGES) {
      throw new Failure(`has ${document.numPages} pages; expected at most ${MAX_PAGES}; split it`)
    }
    const lines: PdfLine[] = []
    for (let number = 1; number <= document.numPages; number++) lines.push(...(await pageLines(document, number)))
    if (!lines.some(({ text }) => hasWords(text))) {
      const pages = document.numPages === 1 ? 'its page is' : `its ${document.numPages} pages are`
      throw new Failure(
        `has no text: ${pages} pictures, as of a scan; recognise the text first, for example with ocrmypdf`
      )
    }
    const outline = createOutline()
    const found = layOut(lines, outline)
    const { title, author, date } = await information(document)
    const shown = title ?? found
    return {
      sections: outline.sections,
      ...(shown === undefined ? {} : { title: shown }),
      ...(date === undefined ? {} : { date }),
      fields: author === undefined ? {} : { author }
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

async function openPdf(content: Uint8Array): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(new Uint8Array(content), {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false
    })
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'PasswordException') {
      throw new Failure(
        'is encrypted; expected a PDF that opens without a password; remove it, for example with qpdf --decrypt'
      )
    }
    throw new Failure(`is damaged, or no PDF (${message.slice(0, 200)}); fetch it again, or print it to a new PDF`)
  }
}

async function pageLines(document: PdfDocument, number: number): Promise<PdfLine[]> {
  const page = await document.getPage(number)
  try {
    const { items } = (await page.getTextContent()) as { items: readonly unknown[] }
    return linesOf(upright(items.filter(isText)), number)
  } finally {
    page.cleanup()
  }
}

function isText(item: unknown): item is TextItem {
  return typeof item === 'object' && item !== null && 'str' in item
}

/** Rotates a page that is set sideways, and removes text in other directions, such as in margins. */
function upright(items: readonly TextItem[]): TextItem[] {
  const turn = ({ transform: [a, b] }: TextItem): number => (Math.abs(b) <= Math.abs(a) ? 0 : b > 0 ? 1 : -1)
  const length = (by: number): number =>
    items.reduce((sum, item) => sum + (turn(item) === by ? item.str.trim().length : 0), 0)
  const most = [0, 1, -1].sort((one, other) => length(other) - length(one))[0]
  return items
    .filter((item) => turn(item) === most)
    .map((item) => {
      if (most === 0) return item
      const [a, b, c, d, x, y] = item.transform
      return { ...item, transform: [b * most, -a * most, d * most, -c * most, y * most, -x * most] }
    })
}

/** Joins the pieces of text on a page to lines, in the order in which the page has them. */
function linesOf(items: readonly TextItem[], page: number): PdfLine[] {
  const lines: { -readonly [Key in keyof PdfLine]: PdfLine[Key] }[] = []
  for (const { str, transform, width } of items) {
    const [, , , d, x, y] = transform
    const size = Math.abs(d)
    if (str === '') continue
    const line = lines.at(-1)
    const distance = line === undefined ? 0 : Math.abs(line.y - y)
    // Superscripts are higher by less than half a line. Text that starts left of the line's end belongs to another
    // line.
    const joins =
      line !== undefined && distance < Math.max(line.size, size) * 0.6 && x > line.right - Math.max(line.size, size)
    if (!joins) {
      if (str.trim() === '') continue
      lines.push({ text: str, page, x, right: x + width, y, size })
      continue
    }
    const gap = x - line.right
    // A wide gap separates columns or cells.
    if (gap > line.size * 4 && str.trim() !== '') {
      lines.push({ text: str, page, x, right: x + width, y, size })
      continue
    }
    if (str.trim() !== '') {
      line.text += gap > line.size * 0.15 && !line.text.endsWith(' ') && !str.startsWith(' ') ? ` ${str}` : str
      line.right = Math.max(line.right, x + width)
      if (size > line.size) [line.size, line.y] = [size, y]
    } else if (!line.text.endsWith(' ')) line.text += ' '
  }
  return lines.map((line) => ({ ...line, text: line.text.trim() }))
}

/** Returns the title, author and date that the file states, without values that programs fill in by default. */
async function information(
  document: PdfDocument
): Promise<{ title: string | undefined; author: string | undefined; date: string | undefined }> {
  const { info } = (await document.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> }
  const text = (name: string): string | undefined => {
    const value = info[name]
    return typeof value === 'string' && hasWords(value) ? collapsed(value) : undefined
  }
  const title = text('Title')
  const isFileName =
    /^(?:untitled|\(anonymous\)|microsoft word|slide 1|document\d*$|powerpoint)|\.(?:docx?|pdf|tex|dvi|odt|indd|qxd|pptx?)$/i
  // D:20240502083000+02'00'
  const parts: readonly (string | undefined)[] =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?(?:([Zz+-])(?:(\d\d)'?(\d\d)?'?)?)?/.exec(
      text('CreationDate') ?? ''
    ) ?? []
  const [, year, month = '01', day = '01', hour, minute, second = '00', zone = 'Z', zoneHour = '', zoneMinute = '00'] =
    parts
  const time =
    hour === undefined
      ? ''
      : `T${hour}:${minute}:${second}${/[+-]/.test(zone) && zoneHour !== '' ? `${zone}${zoneHour}:${zoneMinute}` : 'Z'}`
  return {
    title: title === undefined || isFileName.test(title) ? undefined : title,
    author: text('Author'),
    date: year === undefined ? undefined : `${year}-${month}-${day}${time}`
  }
}
