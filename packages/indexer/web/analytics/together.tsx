import { useCatalogue } from '../data/catalogue.js'
import { countOf, counted, percent } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { FirstOf } from '../parts/first-of.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'

const FIRST = 40

/** Pairs of themes that share more documents than chance explains. */
export function Together({ filter }: PartProps) {
  const { find } = useCatalogue()
  const together = useAnalytics('together', { filter })
  return (
    <Shown of={together} what="Could not load the pairs of themes." waiting={<Waiting lines={8} />}>
      {({ documents, pairs }) => {
        const seen = pairs.filter(({ a, b }) => find(a.id)?.hidden !== true && find(b.id)?.hidden !== true)
        if (seen.length === 0)
          return documents === 0 ? (
            <NothingPasses />
          ) : (
            <p class="note">No two themes share more documents than chance explains.</p>
          )
        return (
          <>
            <Exports path="analytics/together" of={{ filter }} />
            <p class="note">
              Pairs of themes that share more documents than chance explains ({counted(documents, 'document')}),
              strongest first.
            </p>
            <FirstOf of={seen} first={FIRST} what="pairs">
              {(some) => (
                <div class="table-box" tabIndex={0} role="region" aria-label="Themes together">
                  <table class="pairs">
                    <thead>
                      <tr>
                        <th scope="col">Theme</th>
                        <th scope="col">occurs with</th>
                        <th scope="col" class="number">
                          Times as many as by chance
                        </th>
                        <th scope="col" class="number">
                          Documents of both
                        </th>
                        <th scope="col" class="number">
                          Share of documents with either
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {some.map(({ a, b, lift, jaccard, documents: both, few }) => (
                        <tr key={`${a.id} ${b.id}`}>
                          <td>
                            <ThemeLink id={a.id} label={a.label} />
                          </td>
                          <td>
                            <ThemeLink id={b.id} label={b.label} />
                          </td>
                          <td class="number">
                            <strong>{lift.toFixed(1)} times</strong>
                          </td>
                          <td class="number">
                            {countOf(both)}
                            {few ? <span class="muted"> (few)</span> : null}
                          </td>
                          <td class="number">{percent(jaccard)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
            </FirstOf>
          </>
        )
      }}
    </Shown>
  )
}
