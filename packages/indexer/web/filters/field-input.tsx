import { useId } from 'preact/hooks'
import { countOf, shortCount } from '../figures.js'
import { rangeOf, type FieldTypes } from '../filter.js'
import { useAnalytics } from '../loaded.js'

/** Values of a keyword that are listed to be ticked; a field of more is typed. */
const LISTED = 40

/** Values that are offered while one types. */
const OFFERED = 200

interface Props {
  readonly field: string
  readonly type: FieldTypes[string]
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** The condition on one field: values to tick, or the ends of a range. */
export function FieldInput(props: Props) {
  return props.type === 'keyword' ? <KeywordInput {...props} /> : <RangeInput {...props} />
}

function KeywordInput({ field, values, onChange }: Props) {
  const list = useId()
  const shares = useAnalytics('share', { by: field, level: 'top', values: String(OFFERED) })
  const { keys = [], rarer = 0 } = shares.data ?? {}
  const toggle = (key: string, on: boolean): void => {
    onChange(on ? [...values, key] : values.filter((value) => value !== key))
  }
  if (shares.data !== undefined && keys.length <= LISTED) {
    return (
      <fieldset class="field">
        <legend>{field}</legend>
        <div class="ticks">
          {keys.map(({ key, sentences }) => (
            <label key={key} class="check">
              <input
                type="checkbox"
                checked={values.includes(key)}
                onChange={(event) => {
                  toggle(key, event.currentTarget.checked)
                }}
              />
              {key} <span class="muted">{shortCount(sentences)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  return (
    <label class="field">
      <span>
        {field}
        {keys.length > 0 ? (
          <span class="muted">
            {' '}
            {rarer > 0 ? 'more than ' : ''}
            {countOf(keys.length)} values
          </span>
        ) : null}
      </span>
      <input
        list={list}
        value={values[0] ?? ''}
        onChange={(event) => {
          const value = event.currentTarget.value.trim()
          onChange(value === '' ? [] : [value])
        }}
      />
      <datalist id={list}>
        {keys.map(({ key }) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </label>
  )
}

function RangeInput({ field, type, values, onChange }: Props) {
  const range = rangeOf(values.at(0) ?? '') ?? { from: '', until: '' }
  const input = type === 'date' ? 'date' : 'number'
  const set = (end: 'from' | 'until') => (event: { currentTarget: HTMLInputElement }) => {
    const next = { ...range, [end]: event.currentTarget.value }
    onChange(next.from === '' && next.until === '' ? [] : [`${next.from}..${next.until}`])
  }
  return (
    <fieldset class="field">
      <legend>{field}</legend>
      <div class="row">
        <label class="check">
          from <input type={input} step="any" value={range.from} onChange={set('from')} />
        </label>
        <label class="check">
          to before <input type={input} step="any" value={range.until} onChange={set('until')} />
        </label>
      </div>
    </fieldset>
  )
}
