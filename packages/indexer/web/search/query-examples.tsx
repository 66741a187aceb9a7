import { api } from '../data/api.js'
import { Icon } from '@leitmotif/plot'
import { useLoaded } from '../data/loaded.js'
import type { Asked } from './asked.js'

interface Props {
  readonly asked: Asked
  readonly onRemove: (name: 'more' | 'less' | 'document', id: string) => void
}

/** The example sentences of a search ("more" and "less like this"), each with a button to remove it. */
export function Seeds({ asked, onRemove }: Props) {
  const ids = [...asked.more, ...asked.less]
  const read = useLoaded(ids.length === 0 ? undefined : `sentences ${ids.join()}`, (signal) =>
    api.sentences(ids, signal)
  )
  const texts = new Map(read.data?.records.map(({ id, text }) => [id, text]))
  const list = [
    ...(asked.document === undefined ? [] : [{ name: 'document' as const, id: asked.document, text: asked.document }]),
    ...(['more', 'less'] as const).flatMap((name) =>
      asked[name].map((id) => ({ name, id, text: texts.get(id) ?? '…' }))
    )
  ]
  if (list.length === 0) return null
  return (
    <ul class="seeds" aria-label="Examples in the query">
      {list.map(({ name, id, text }) => (
        <li key={`${name} ${id}`} class={`seed ${name}`}>
          <span class="seed-kind">{{ more: 'More like', less: 'Less like', document: 'Like the document' }[name]}</span>
          <span class="seed-text">{text}</span>
          <button
            type="button"
            class="quiet"
            aria-label={`Remove: ${text}`}
            onClick={() => {
              onRemove(name, id)
            }}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
