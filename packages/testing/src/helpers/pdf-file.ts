/** A line of text on a page: its words, the size of its letters, and its place from the lower left corner, in points. */
export type PlacedLine = readonly [text: string, size: number, x: number, y: number]

/** Returns a PDF of pages in Helvetica. A page without lines has no text, as a scanned one. */
export function pdfFile(
  pages: readonly (readonly PlacedLine[])[],
  info: Readonly<Record<string, string>> = {}
): Buffer {
  const string = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`
  const first = 4
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${first + 2 * page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]
  for (const [page, lines] of pages.entries()) {
    const content = lines.map(([text, size, x, y]) => `BT /F1 ${size} Tf ${x} ${y} Td ${string(text)} Tj ET`).join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * page + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
    )
  }
  const entries = Object.entries(info).map(([name, value]) => `/${name} ${string(value)}`)
  objects.push(`<< ${entries.join(' ')} >>`)
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1'
  )
}
