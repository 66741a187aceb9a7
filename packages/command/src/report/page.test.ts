import { describe, expect, it } from 'vitest'
import { html } from './markup.js'
import { reportPage } from './page.js'
import { ticks } from './page.js'

describe('A report', () => {
  it('takes strings for text, and markup for what it is', () => {
    const inner = html`<b>${'<i>'}</b>`
    expect(html`<p title="${'"'}">${[inner, ' & ', 3]}</p>`.html).toBe('<p title="&quot;"><b>&lt;i&gt;</b> &amp; 3</p>')
  })

  it('has round numbers on its axes that take in every point', () => {
    expect(ticks(0, 9000, 6)).toEqual([0, 2000, 4000, 6000, 8000, 10000])
    expect(ticks(0.618, 0.742, 5).map((tick) => tick.toFixed(3))).toEqual(['0.600', '0.650', '0.700', '0.750'])
    expect(ticks(0, 3, 6)).toEqual([0, 1, 2, 3])
    expect(ticks(0.5, 0.5, 5)[0]).toBeLessThanOrEqual(0.5)
    expect(ticks(0.5, 0.5, 5).at(-1)).toBeGreaterThanOrEqual(0.5)
  })

  it('is a page that loads nothing, whose title is text', () => {
    const page = reportPage({ title: '<b> & co', style: { html: 'b { color: red }' }, body: html`<b>${'<i>'}</b>` })
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).toContain('<title>&lt;b&gt; &amp; co</title>')
    expect(page).toContain('b { color: red }')
    expect(page).not.toMatch(/<script|https?:|src=|@import|url\(/)
  })
})
