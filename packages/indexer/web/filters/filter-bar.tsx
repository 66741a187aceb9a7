import { useRef, useState } from 'preact/hooks'
import { changed, navigate, type Address } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { isComparable } from '../data/compared-fields.js'
import { conditionInWords, readConditions, whyNotApplied, type OwnField } from '../data/filter.js'
import { Icon } from '@leitmotif/plot'
import type { InputProps } from './choice-input.js'
import { FieldInput } from './field-input.js'
import { DocumentInput, ThemeInput } from './own-input.js'

const OWN_INPUTS = { theme: ThemeInput, document: DocumentInput }

interface Props {
  readonly address: Address
  readonly prefix?: string
  /** Choices besides the collection's fields. */
  readonly own?: readonly OwnField[]
}

/** The conditions of a filter as chips, and a form to change them. */
export function FilterBar({ address, prefix = 'f.', own = [] }: Props) {
  const { collection, label } = useCatalogue()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const types = collection.data?.fields ?? {}
  const conditions = readConditions(address.query, prefix)
  // A field with a single value offers no choice.
  const fields = Object.entries(types).filter(([name]) => isComparable(name, collection.data!))
  if (fields.length === 0 && own.length === 0 && conditions.length === 0) return null
  const set = (field: string, values: readonly string[]): void => {
    navigate(changed(address, { [prefix + field]: values, within: undefined }))
  }
  const inputOf = (field: string): InputProps => ({
    values: conditions.find((condition) => condition.field === field)?.values ?? [],
    onChange: (values) => {
      set(field, values)
    }
  })
  return (
    <div class="filter-bar">
      <button
        ref={opener}
        type="button"
        class="button small"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
        }}
      >
        <Icon name="filter" />
        Filter
      </button>
      {conditions.map((condition) => {
        const words = conditionInWords(condition, types, label)
        // The fields are unknown until the collection has loaded.
        const why = collection.data === undefined ? undefined : whyNotApplied(condition, types)
        return (
          <button
            key={condition.field}
            type="button"
            class={why === undefined ? 'chip' : 'chip idle'}
            aria-label={`Remove the filter ${words}${why === undefined ? '' : `, ${why}`}`}
            onClick={() => {
              set(condition.field, [])
              opener.current?.focus()
            }}
          >
            {why === undefined ? words : <s>{words}</s>}
            {why}
            <Icon name="close" />
          </button>
        )
      })}
      {open ? (
        <div class="filter-form">
          {own.map((field) => {
            const Input = OWN_INPUTS[field]
            return <Input key={field} {...inputOf(field)} />
          })}
          {fields.map(([field, type]) => (
            <FieldInput key={field} field={field} type={type} {...inputOf(field)} />
          ))}
        </div>
      ) : null}
    </div>
  )
}
