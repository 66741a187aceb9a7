import { describe, expect, it } from 'vitest'
import { note, server } from './elasticsearch.js'

describe.skipIf(server.missing !== undefined)(`The Elasticsearch of the tests${note}`, () => {
  it('answers, and is of version 8 or 9', async () => {
    const response = await fetch(`${server.url}/_nodes?filter_path=nodes.*.version`)
    expect(await response.text()).toMatch(/"version":"[89]\./)
  })
})
