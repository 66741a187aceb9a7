import type { EventMap } from '../extraction/event-points.js'
import { describe, expect, it } from 'vitest'
import { eventMapPage } from './map-page.js'

const map: EventMap = {
  sentences: 1,
  events: 1,
  verbs: [{ name: 'says', count: 1 }],
  ...{ x: [0.5], y: [-1], verb: [0] },
  ...{ subject: ['Ada'], predicate: ['says'], object: ['</script><script>alert(1)</script>'] },
  text: ['Ada says </script><script>alert(1)</script>']
}

describe('The page of a map of events', () => {
  const page = eventMapPage('Ada & <Bo>', map)

  it('holds its data as it is, whatever markup stands in headlines', () => {
    const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(page)!
    expect(JSON.parse(data)).toEqual({ title: 'Ada & <Bo>', map })
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('<title>Ada &amp; &lt;Bo&gt;</title>')
  })

  it('names no other file and no address, and may fetch none', () => {
    expect(page).toContain('content="default-src &#39;none&#39;; script-src &#39;sha256-')
    expect(page.match(/(?:src|href)="(?!data:)|@import|url\(|https?:\/\/(?!www\.w3\.org\/)/g)).toBeNull()
  })
})
