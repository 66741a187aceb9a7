import { rangeOf, type FieldTypes } from '../data/filter.js'
import { useAnalytics } from '../data/loaded.js'
import { ChoiceInput, type InputProps } from './choice-input.js'

/** Maximum number of suggested values. */
const OFFERED = 200

interface Props extends InputProps {
  readonly field: string
  readonly type: FieldTypes[string]
}

/** An input for the condition on one field: values or a range. */
export function FieldInput(props: Props) {
  return props.type === 'keyword' ? <KeywordInput {...props} /> : <RangeInput {...props} />
}

function KeywordInput({ field, values, onChange }: Props) {
  const { data } = useAnalytics('share', { by: field, level: 'top', values: String(OFFERED) })
  const choices = data?.keys.map(({ key, sentences }) => ({ value: key, sentences }))
  return (
    <ChoiceInput title={field} choices={choices} isMore={(data?.rarer ?? 0) > 0} values={values} onChange={onChange} />
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
