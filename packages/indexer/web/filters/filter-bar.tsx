import { useState } from 'preact/hooks'
import { changed, navigate, type Address } from '../address.js'
import { useCatalogue } from '../catalogue.js'
import { isTelling } from '../compared-fields.js'
import { conditionInWords, readConditions, type OwnField } from '../filter.js'
import { Icon } from '@leitmotif/plot'
import type { InputProps } from './choice-input.js'
import { FieldInput } from './field-input.js'
import { DocumentInput, ThemeInput } from './own-input.js'

const OWN_INPUTS = { theme: ThemeInput, document: DocumentInput }

interface Props {
  readonly address: Address
  readonly prefix?: string
  /** What is offered beside the collection's fields. */
  readonly own?: readonly OwnField[]
}

/** The conditions that a search is held to, as chips, and a form to change them. */
export function FilterBar({ address, prefix = 'f.', own = [] }: Props) {
  const { collection, label } = useCatalogue()
  const [open, setOpen] = useState(false)
  const types = collection.data?.fields ?? {}
  const conditions = readConditions(address.query, prefix)
  // A field of one value leaves nothing to choose.
  const fields = Object.entries(types).filter(([name]) => isTelling(name, collection.data!))
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
      {conditions.map((condition) => (
        <button
          key={condition.field}
          type="button"
          class="chip"
          aria-label={`Take out the filter ${conditionInWords(condition, types, label)}`}
          onClick={() => {
            set(condition.field, [])
          }}
        >
          {conditionInWords(condition, types, label)}
          <Icon name="close" />
        </button>
      ))}
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
