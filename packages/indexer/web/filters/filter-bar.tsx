import { useState } from 'preact/hooks'
import { changed, navigate, type Address } from '../address.js'
import { useCatalogue } from '../catalogue.js'
import { conditionInWords, readConditions } from '../filter.js'
import { Icon } from '@leitmotif/plot'
import { FieldInput } from './field-input.js'

/** The conditions on fields that a search is held to, as chips, and a form to change them. */
export function FilterBar({ address, prefix = 'f.' }: { readonly address: Address; readonly prefix?: string }) {
  const { collection } = useCatalogue()
  const [open, setOpen] = useState(false)
  const types = collection.data?.fields ?? {}
  const fields = Object.entries(types)
  const conditions = readConditions(address.query, prefix)
  if (fields.length === 0) return null
  const set = (field: string, values: readonly string[]): void => {
    navigate(changed(address, { [prefix + field]: values, within: undefined }))
  }
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
          aria-label={`Take out the filter ${conditionInWords(condition, types)}`}
          onClick={() => {
            set(condition.field, [])
          }}
        >
          {conditionInWords(condition, types)}
          <Icon name="close" />
        </button>
      ))}
      {open ? (
        <div class="filter-form">
          {fields.map(([field, type]) => (
            <FieldInput
              key={field}
              field={field}
              type={type}
              values={conditions.find((condition) => condition.field === field)?.values ?? []}
              onChange={(values) => {
                set(field, values)
              }}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}
