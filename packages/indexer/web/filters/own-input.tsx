import { useState } from 'preact/hooks'
import { api } from '../data/api.js'
import { useCatalogue, type ThemeNode } from '../data/catalogue.js'
import { useLoaded } from '../data/loaded.js'
import { ChoiceInput, type InputProps } from './choice-input.js'

/** An input for one theme or group. */
export function ThemeInput({ values, onChange }: InputProps) {
  const { childrenOf } = useCatalogue()
  const below = (node: ThemeNode | undefined, depth: number): { id: string; name: string }[] =>
    childrenOf(node?.id)
      .filter(({ hidden }) => !hidden)
      .flatMap((child) => [
        // An option cannot contain markup, so spaces show the depth.
        { id: child.id, name: '\u2003'.repeat(depth) + child.label },
        ...below(child, depth + 1)
      ])
  const nodes = below(undefined, 0)
  if (nodes.length === 0) return null
  return (
    <label class="field">
      <span>theme</span>
      <select
        value={values[0] ?? ''}
        onChange={(event) => {
          const id = event.currentTarget.value
          onChange(id === '' ? [] : [id])
        }}
      >
        <option value="">any</option>
        {nodes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/**
 * Checkboxes for documents, or an input for a document id. In a large collection, suggests ids that begin with the
 * typed text.
 */
export function DocumentInput({ values, onChange }: InputProps) {
  const [typed, setTyped] = useState('')
  const all = useLoaded('documents', (signal) => api.documents('', signal))
  const isMore = all.data?.next !== undefined
  const some = useLoaded(isMore && typed !== '' ? `documents ${typed}` : undefined, (signal) =>
    api.documents(typed, signal)
  )
  const choices = (some.data ?? all.data)?.documents.map(({ document, title, sentences }) => ({
    ...{ value: document, sentences },
    ...(title === document ? {} : { name: title })
  }))
  return (
    <ChoiceInput
      title="document"
      what="documents"
      choices={choices}
      isMore={isMore}
      values={values}
      onChange={onChange}
      onTyped={setTyped}
    />
  )
}
