import PostalMime, { type Email } from 'postal-mime'
import { collapsed, createOutline, type FileContent, type Outline } from './file-content.js'
import { addHtmlBlocks } from './html-blocks.js'
import { attribute, parseHtml, type HtmlElement } from './html-tree.js'

/** Reads the text that the sender wrote, without quoted messages, signatures and attachments. */
export async function readMail(content: Uint8Array): Promise<FileContent> {
  const mail = await PostalMime.parse(content, { attachmentEncoding: 'base64' })
  const outline = createOutline()
  if (mail.text !== undefined && mail.text.trim() !== '')
    for (const text of ownParagraphs(mail.text)) outline.paragraph(text)
  else addHtml(outline, mail)
  const subject = collapsed(mail.subject ?? '')
  const from = mail.from?.address?.toLowerCase() ?? ''
  const author = collapsed(mail.from?.name ?? '')
  return {
    sections: outline.sections,
    ...(subject === '' ? {} : { title: subject }),
    ...(mail.date === undefined ? {} : { date: mail.date }),
    fields: { author, from, subject: subject.replace(REPLY, '') }
  }
}

/** Prefixes of replies and forwards in a subject, in several languages. */
const REPLY = /^(?:(?:re|fwd?|aw|wg|sv|vs|rif|tr|rv|enc|antw)(?:\[\d{1,3}\])?:\s*){1,20}/i

function addHtml(outline: Outline, { html = '' }: Email): void {
  let ended = false
  addHtmlBlocks(outline, parseHtml(html).childNodes, {
    isLeftOut(element) {
      ended ||= opensOriginal(element)
      return ended || isQuote(element)
    }
  })
}

/** Whether an element is a quote or signature of Gmail, Apple Mail, Thunderbird, Yahoo or Proton. */
function isQuote(element: HtmlElement): boolean {
  const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`
  return (
    (element.tagName === 'blockquote' && (attribute(element, 'type') === 'cite' || /quote/i.test(names))) ||
    /\b(?:gmail_quote|gmail_attr|gmail_signature|moz-cite-prefix|moz-signature|yahoo_quoted|protonmail_(?:quote|signature_block)|Signature)\b/.test(
      names
    )
  )
}

/** Whether an element begins the quoted message in Outlook, which marks it in no other way. */
function opensOriginal(element: HtmlElement): boolean {
  return /^(?:divRplyFwdMsg|appendonsend|x_divRplyFwdMsg)$/.test(attribute(element, 'id') ?? '')
}

/** Maximum length of a line that introduces a quote. */
const MAX_INTRODUCTION = 200

/** Returns the paragraphs that the sender wrote. */
function ownParagraphs(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const paragraphs: string[][] = [[]]
  for (const [at, line] of lines.entries()) {
    // Signatures, and messages appended below the reply.
    if (
      /^-- ?$/.test(line) ||
      /^-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|message d'origine)/i.test(line)
    )
      break
    if (/^_{20,}$/.test(line.trim()) && /^\*?(?:from|von|de):/i.test(nextLine(lines, at))) break
    if (
      /^\*?(?:From|Von|De|Da|Van) ?: .+/.test(line) &&
      /^\*?(?:Sent|Date|To|Gesendet|Datum|An|Envoyé|À|Enviado|Fecha|Para|Inviato|A|Verzonden|Aan) ?: /.test(
        lines[at + 1] ?? ''
      ) &&
      /^\s*$/.test(lines[at - 1] ?? '')
    )
      break
    if (SENT_FROM.test(line)) continue
    if (line.startsWith('>') || introducesQuote(lines, at)) paragraphs.push([])
    else if (line.trim() === '') paragraphs.push([])
    else {
      const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/.test(line)
      if (item) paragraphs.push([])
      paragraphs.at(-1)!.push(line.replace(/^\s*[-*•]\s+/, ''))
    }
  }
  return withoutClosing(paragraphs).map((own) => own.join(' '))
}

/** A line that programs add. */
const SENT_FROM =
  /^(?:sent from my|get outlook for|von meinem .+ gesendet|envoyé de mon|enviado desde mi|inviato da) ?.{0,60}$/i

/** A line before the sender's name. */
const CLOSING =
  /^(?:(?:best|kind|kindest|warm) regards|regards|best(?: wishes)?|cheers|(?:many )?thanks|sincerely|yours(?: \w+)?|(?:viele|liebe|beste|herzliche) grüße|mit freundlichen grüßen|cordialement|bien à vous|saludos|un saludo|cordiali saluti|met vriendelijke groet(?:en)?)\s*[,.!]?$/i

/** Most lines of a name, an office and an address, and most characters of each. */
const MOST_CLOSING = { lines: 8, characters: 60 }

/** Returns the paragraphs before the closing, if the text ends with one and a few short lines that are no sentences. */
function withoutClosing(paragraphs: readonly string[][]): readonly string[][] {
  const at = paragraphs.findLastIndex((lines) => CLOSING.test(lines.at(0)?.trim() ?? ''))
  const below = paragraphs.slice(Math.max(0, at)).flat().slice(1)
  const isClosing =
    at > 0 &&
    paragraphs.slice(0, at).some((lines) => lines.length > 0) &&
    below.length < MOST_CLOSING.lines &&
    below.every((line) => line.length <= MOST_CLOSING.characters && !/[.!?]$/.test(line.trim()))
  return isClosing ? paragraphs.slice(0, at) : paragraphs
}

function nextLine(lines: readonly string[], at: number): string {
  return lines.slice(at + 1, at + 3).find((line) => line.trim() !== '') ?? ''
}

/** Whether a line, alone or with the next, introduces a quote: "On 2 May 2024, Mei Farrow wrote:". */
function introducesQuote(lines: readonly string[], at: number): boolean {
  const [line, next = '', after = ''] = lines.slice(at, at + 3)
  if (line.length > MAX_INTRODUCTION || next.length > MAX_INTRODUCTION) return false
  const ends = (text: string): boolean =>
    /(?:wrote|writes|schrieb|schreef|a écrit|escribió|ha scritto)[^:]{0,80}:\s*$/.test(text)
  const quoted = (from: number): boolean =>
    lines
      .slice(from, from + 3)
      .find((text) => text.trim() !== '')
      ?.startsWith('>') === true
  if (ends(line) && quoted(at + 1)) return true
  // The introduction may be wrapped to two lines.
  return (
    !ends(line) && ends(next) && /^\s*(?:On|Am|Op|Le|El|Il) /.test(line) && (quoted(at + 2) || after.startsWith('>'))
  )
}
