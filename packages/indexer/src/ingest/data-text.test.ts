import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { writtenIn } from './data-text.js'

describe('A text in data', () => {
  it.each([
    ['html', '<p>Ebb.</p>'],
    ['html', 'Tides <b>turn</b> at <i>noon</i>.'],
    ['html', '<!-- wp --> Ebb.<br>'],
    ['html', '<div>See [the log](https://tides.example/log).</div>'],
    ['markdown', 'See [the log](https://tides.example/log).'],
    ['markdown', '![A chart](./chart.png)'],
    ['markdown', '# Tides\n\nEbb.\n\n## Flood\n\nHigh.'],
    ['markdown', 'Run:\n```\nebb\n```\n'],
    ['markdown', '<!-- Fill in -->\n### What happened\nEbb.<br>\n### When\nAt noon.'],
    ['plain', 'If a < b, then b > a.'],
    ['plain', 'Press <br> twice, it said.'],
    ['plain', '# 1 in the charts [sic] (2019)'],
    ['plain', 'f[i](x) and #ebb #flood\n#tide']
  ])('is read as %s: %j', (kind, text) => {
    expect(writtenIn(text)).toBe(kind)
  })

  it.each(['[', '[](', '[](#', '<br', '</p>', '#', '# ', '\n```', '\n#'])(
    'of %j is looked at in time linear in its length',
    async (unit) => {
      await expectLinear(unit, 400_000, (length) => unit.repeat(length / unit.length), writtenIn)
    }
  )
})
