import { documentAddress } from '../data/address.js'
import { counted, fixed } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { SentenceCard } from '../parts/sentence-card.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'

/** What is unlike everything else: whole documents, and single sentences. */
export function Outliers({ filter }: PartProps) {
  const outliers = useAnalytics('outliers', { filter })
  return (
    <Shown of={outliers} what="Outliers cannot be told." waiting={<Waiting lines={8} />}>
      {({ sentences, documents }) =>
        sentences.length === 0 && documents.length === 0 ? (
          <NothingPasses />
        ) : (
          <>
            <Exports path="analytics/outliers" of={{ filter }} />
            <div class="columns">
              <section class="main-column" aria-labelledby="outlying-sentences">
                <h2 id="outlying-sentences">Sentences far from every theme</h2>
                {sentences.length === 0 ? <p class="note">None: every sentence is near some theme.</p> : null}
                <div class="cards">
                  {sentences.slice(0, 30).map(({ record, similarity }) => (
                    <SentenceCard
                      key={record.id}
                      record={record}
                      note={`likeness to the nearest theme ${fixed(similarity)}`}
                      showTheme={false}
                    />
                  ))}
                </div>
              </section>
              <aside class="side-column">
                <section>
                  <h2>Documents unlike the others</h2>
                  <p class="note">
                    By their likeness to the collection, which is drawn to the average where they are short.
                  </p>
                  <ol class="plain">
                    {documents.slice(0, 30).map(({ document, title, sentences: count, drawn }) => (
                      <li key={document}>
                        <a href={documentAddress(document)}>{title}</a>
                        <span class="muted">
                          {counted(count, 'sentence')}; likeness to the collection {fixed(drawn)}
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
