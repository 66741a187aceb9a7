import { documentAddress } from '../data/address.js'
import { counted, fixed } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { SentenceCard } from '../parts/sentence-card.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'

/** Outliers: documents and sentences. */
export function Outliers({ filter }: PartProps) {
  const outliers = useAnalytics('outliers', { filter })
  return (
    <Shown of={outliers} what="Could not load the outliers." waiting={<Waiting lines={8} />}>
      {({ sentences, documents }) =>
        sentences.length === 0 && documents.length === 0 ? (
          <NothingPasses />
        ) : (
          <>
            <Exports path="analytics/outliers" of={{ filter }} />
            <div class="columns">
              <section class="main-column" aria-labelledby="outlying-sentences">
                <h2 id="outlying-sentences">Sentences least similar to any theme</h2>
                {sentences.length === 0 ? <p class="note">None: every sentence has a theme.</p> : null}
                <div class="cards">
                  {sentences.slice(0, 30).map(({ record, similarity }) => (
                    <SentenceCard
                      key={record.id}
                      record={record}
                      note={`similarity to the nearest theme ${fixed(similarity)}`}
                      showTheme={false}
                    />
                  ))}
                </div>
              </section>
              <aside class="side-column">
                <section>
                  <h2>Documents least similar to the others</h2>
                  <p class="note">By similarity to the collection, shrunk towards the mean for short documents.</p>
                  <ol class="plain">
                    {documents.slice(0, 30).map(({ document, title, sentences: count, drawn }) => (
                      <li key={document}>
                        <a href={documentAddress(document)}>{title}</a>
                        <span class="muted">
                          {counted(count, 'sentence')}; similarity to the collection {fixed(drawn)}
                        </span>
                      </li>
                    ))}
                  </ol>
                </section>
              </aside>
            </div>
          </>
        )
      }
    </Shown>
  )
}
