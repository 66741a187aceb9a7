/** Pixels of a PNG for each CSS pixel, and the largest side of one in pixels: browsers draw no larger canvas. */
const [DENSITY, LARGEST] = [2, 8000]

/** Space around what is shown, in CSS pixels. */
const MARGIN = 16

/** Properties of drawn elements that a style sheet may set. */
const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'vector-effect',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor'
] as const

interface Picture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** Returns an element as an SVG file: what a reader sees of it, in the colours of the page, and needing no other file. */
export function svgOf(element: Element, title: string): Blob {
  return new Blob([draw(element, title).svg], { type: 'image/svg+xml' })
}

/** Returns an element as a PNG file of twice its size on the screen. */
export async function pngOf(element: Element, title: string): Promise<Blob> {
  const { svg, width, height } = draw(element, title)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const density = Math.min(DENSITY, LARGEST / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => {
      if (file === null) reject(new Error('The browser could not draw a picture of this size.'))
      else resolve(file)
    }, 'image/png')
  })
}

function draw(element: Element, title: string): Picture {
  const box = element.getBoundingClientRect()
  // A scrolled element's full size.
  const width = Math.ceil(Math.max(box.width, element.scrollWidth)) + 2 * MARGIN
  const height = Math.ceil(Math.max(box.height, element.scrollHeight)) + 2 * MARGIN
  const parts: string[] = []
  drawElement(element, { left: box.left - MARGIN, top: box.top - MARGIN }, parts)
  const paper = plainColour(getComputedStyle(document.documentElement).backgroundColor)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="${paper}"/>${parts.join('')}</svg>`
  return { svg, width, height }
}

interface Origin {
  readonly left: number
  readonly top: number
}

function drawElement(element: Element, origin: Origin, parts: string[]): void {
  if (!isSeen(element)) return
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  const [x, y] = [box.left - origin.left, box.top - origin.top]
  if (element instanceof SVGSVGElement) {
    parts.push(copyOf(element, x, y, box))
    return
  }
  if (element instanceof HTMLCanvasElement) {
    const picture = element.toDataURL()
    parts.push(`<image x="${fixed(x)}" y="${fixed(y)}" ${sizeOf(box)} href="${picture}"/>`)
    return
  }
  const fill = plainColour(style.backgroundColor)
  const border = parseFloat(style.borderTopWidth) > 0 && parseFloat(style.borderLeftWidth) > 0
  if (fill !== 'none' || border) {
    const stroke = border ? ` stroke="${plainColour(style.borderTopColor)}" stroke-width="${style.borderTopWidth}"` : ''
    const radius = Math.min(parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2)
    parts.push(`<rect x="${fixed(x)}" y="${fixed(y)}" ${sizeOf(box)} rx="${fixed(radius)}" fill="${fill}"${stroke}/>`)
  }
  const faded = Number(style.opacity) < 1
  if (faded) parts.push(`<g opacity="${style.opacity}">`)
  for (const child of element.childNodes) {
    if (child instanceof Element) drawElement(child, origin, parts)
    else if (child instanceof Text && child.data.trim() !== '') drawText(child, style, origin, parts)
  }
  if (faded) parts.push('</g>')
}

/** Whether readers see an element. Controls are no part of a picture. */
function isSeen(element: Element): boolean {
  if (element.matches('.unseen, button:not(.map-label, .facet), select, input, [data-unsaved]')) return false
  return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
}

/** Draws a text line by line, as the page breaks it. */
function drawText(text: Text, style: CSSStyleDeclaration, { left, top }: Origin, parts: string[]): void {
  const upright = style.writingMode.startsWith('vertical')
  const range = document.createRange()
  const lines: { words: string; box: DOMRect; end: number }[] = []
  for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const box = range.getClientRects().item(0)
    if (box === null) continue
    const last = lines.at(-1)
    const along = upright ? box.left : box.top
    if (last !== undefined && Math.abs(along - (upright ? last.box.left : last.box.top)) < 2) {
      last.words += ` ${word}`
      last.end = Math.max(last.end, box.bottom)
    } else lines.push({ words: word, box, end: box.bottom })
  }
  const outline = parseFloat(style.webkitTextStrokeWidth) > 0
  const stroke = outline
    ? ` stroke="${plainColour(style.webkitTextStrokeColor)}" stroke-width="${style.webkitTextStrokeWidth}" paint-order="stroke" stroke-linejoin="round"`
    : ''
  const look =
    `fill="${plainColour(style.color)}" font-family="${escaped(style.fontFamily)}" font-size="${style.fontSize}" ` +
    `font-weight="${style.fontWeight}" font-style="${style.fontStyle}"${stroke}`
  const size = parseFloat(style.fontSize)
  for (const { words, box, end } of lines) {
    const shown = style.textTransform === 'uppercase' ? words.toUpperCase() : words
    // Letters are a fifth below the baseline, and their box is centred on the line.
    const thick = upright ? box.width : box.height
    const baseline = thick / 2 + size * 0.34
    const place = upright
      ? `transform="translate(${fixed(box.left - left + baseline)} ${fixed(end - top)}) rotate(-90)"`
      : `x="${fixed(box.left - left)}" y="${fixed(box.top - top + baseline)}"`
    parts.push(`<text ${place} ${look}>${escaped(shown)}</text>`)
  }
}

/** Returns a drawing of the page with its computed colours, at a place. */
function copyOf(drawing: SVGSVGElement, x: number, y: number, box: DOMRect): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const copies = copy.querySelectorAll('*')
  for (const [i, part] of drawing.querySelectorAll('*').entries()) {
    const style = getComputedStyle(part)
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name)
      copies[i].setAttribute(name, name === 'fill' || name === 'stroke' ? plainColour(value) : value)
    }
    copies[i].removeAttribute('class')
  }
  copy.removeAttribute('class')
  copy.setAttribute('x', fixed(x))
  copy.setAttribute('y', fixed(y))
  copy.setAttribute('width', fixed(box.width))
  copy.setAttribute('height', fixed(box.height))
  return new XMLSerializer().serializeToString(copy)
}

/** Returns a computed colour as programs other than browsers read it: `color(srgb …)` as `rgba(…)`. */
function plainColour(value: string): string {
  const mixed = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(value)
  if (mixed !== null) {
    const [red, green, blue] = mixed.slice(1, 4).map((part) => Math.round(Number(part) * 255))
    return `rgba(${red}, ${green}, ${blue}, ${mixed.at(4) ?? 1})`
  }
  return value === 'rgba(0, 0, 0, 0)' || value === 'transparent' ? 'none' : value
}

function sizeOf({ width, height }: DOMRect): string {
  return `width="${fixed(width)}" height="${fixed(height)}"`
}

function fixed(value: number): string {
  return value.toFixed(2)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark]!)
}
