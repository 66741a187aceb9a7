import type { TypicalAnswer } from '../../src/service/schemas/analytics-schemas.js'
import { documentAddress } from '../data/address.js'
import type { Loaded } from '../data/loaded.js'
import { FirstOf } from '../parts/first-of.js'
import { CardsWaiting } from '../parts/sentence-card.js'
import { Shown } from '../parts/states.js'

/** Number of passages shown at first. */
const FIRST = 3

/** Most typical passages of a theme, each with a link to its document. */
export function ThemePassages({ typical }: { readonly typical: Loaded<TypicalAnswer> }) {
  if (typical.data?.passages.length === 0) return null
  return (
    <section aria-labelledby="passages-title" class="passages">
      <h2 id="passages-title">Most typical passages</h2>
      <Shown of={typical} what="Could not load the passages." waiting={<CardsWaiting count={FIRST} />}>
        {({ passages }) => (
          <>
            {passages.some(({ sentences }) => sentences.some(({ onTheme }) => !onTheme)) ? (
              <p class="note">At most one per document. Pale sentences are on other themes.</p>
            ) : null}
            <FirstOf of={passages} first={FIRST} what="passages">
              {(shown) => (
                <div class="cards">
                  {shown.map((passage) => (
                    <Passage key={passage.document} passage={passage} />
                  ))}
                </div>
              )}
            </FirstOf>
          </>
        )}
      </Shown>
    </section>
  )
}

function Passage({ passage }: { readonly passage: TypicalAnswer['passages'][number] }) {
  const { document, title, path, sentences } = passage
  return (
    <article class="card" tabIndex={-1} data-stop>
      <p class="card-where">
        <a href={documentAddress(document, sentences.find(({ onTheme }) => onTheme)?.position)} dir="auto">
          {title}
        </a>
        {path
          .filter((heading) => heading !== title)
          .map((heading, i) => (
            <span key={i}>
              {' › '}
              <bdi>{heading}</bdi>
            </span>
          ))}
      </p>
      <p class="card-text" dir="auto">
        {sentences.map(({ id, text, onTheme }) => (
          <span key={id} class={onTheme ? undefined : 'around'}>{`${text} `}</span>
        ))}
      </p>
    </article>
  )
}
