import { findThemes, loadEncoder, splitSentences, type Themes } from '@leitmotif/encoder'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { divideNow } from './sentence-division.js'

const root = new URL('../../../../', import.meta.url)

it('Sentences from here and there are divided nearer to the articles they are of, seen in the light of one another', async () => {
  const folder = new URL('samples/', root)
  const [sentences, article]: [string[], string[]] = [[], []]
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(new URL(name, folder), 'utf8').replace(/^#.*$/gm, '')
    for (const { start, end } of splitSentences(text)) {
      sentences.push(text.slice(start, end))
      article.push(name)
    }
  }
  const encoder = await loadEncoder(fileURLToPath(new URL('models/leitmotif-en', root)))
  const input = { sentences, vectors: await encoder.encode(sentences, { representation: 'static' }) }
  const count = new Set(article).size
  /** F1 of the pairs that are of one theme, to find those that are of one article. */
  const agreement = ({ assignment: { theme } }: Themes): number => {
    let [both, either] = [0, 0]
    for (let a = 0; a < theme.length; a++) {
      for (let b = 0; b < a; b++) {
        const [together, same] = [theme[a] >= 0 && theme[a] === theme[b], article[a] === article[b]]
        if (together && same) both++
        either += Number(together) + Number(same)
      }
    }
    return (2 * both) / either
  }
  const apart = agreement(findThemes(input, { count, restarts: 2 }))
  const shared = agreement(divideNow({ ...input, into: count }))
  expect(shared, `${apart} less their mean alone`).toBeGreaterThan(apart + 0.005)
})
