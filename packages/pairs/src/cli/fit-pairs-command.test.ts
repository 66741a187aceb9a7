import { expectFlags, expectKept } from '@leitmotif/testing'
import { describe, it } from 'vitest'
import { PAIR_FIT_DEFAULTS } from '../training/pair-options.js'
import { fitPairsCommand } from './fit-pairs-command.js'

describe('leitmotif-train fit pairs', () => {
  it('has a flag for each option, with the default of the interface, and says what it means', () => {
    expectFlags(fitPairsCommand(), PAIR_FIT_DEFAULTS, ['network'])
  })

  it.each(['IT --out OUT --trial OUT --vectors OUT --report IT', 'OUT --out OUT --trial IT --vectors OUT --report IT'])(
    'does not write over what it reads: %s',
    (line) => expectKept(fitPairsCommand(), line, 'a.tsv')
  )
})
