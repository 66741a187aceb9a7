import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { html } from '@leitmotif/command'
import type { EventMap } from '../extraction/event-points.js'

const resolve = createRequire(import.meta.url).resolve

/**
 * Returns a map of events as one HTML page without external files. Its content security policy allows only its own
 * script and no requests, so text in headlines cannot run as code or leave the reader's machine.
 */
export function eventMapPage(title: string, map: EventMap): string {
  const script = readFileSync(resolve('@leitmotif/plot/page.js'), 'utf8').trim()
  const style = readFileSync(resolve('@leitmotif/plot/page.css'), 'utf8').trim()
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`
  // JSON inside a script element, where an unescaped < could end the element.
  const data = JSON.stringify({ title, map }).replaceAll('<', '\\u003c')
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="data:," />`
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n',
    head.html,
    `\n<style>${style}</style>\n</head>\n<body>\n`,
    '<noscript>This map needs JavaScript.</noscript>\n<div id="page"></div>\n',
    `<script type="application/json" id="data">${data}</script>\n`,
    `<script type="module">${script}</script>\n</body>\n</html>\n`
  ].join('')
}

/** Returns the hash by which a content security policy names an inline script or style. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
