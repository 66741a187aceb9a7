import { useId } from 'preact/hooks'
import { countOf, shortCount } from '../data/figures.js'

/** Up to this many choices have checkboxes; of more, the user types one. */
const LISTED = 40

/** The current choice, as in the address. */
export interface InputProps {
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** One of the possible values. */
interface Choice {
  readonly value: string
  /** Display text, if different from the value. */
  readonly name?: string
  readonly sentences: number
}

interface Props extends InputProps {
  readonly title: string
  /** Available choices; undefined while loading. */
  readonly choices: readonly Choice[] | undefined
  /** Whether there are more choices than these. */
  readonly isMore: boolean
  /** Plural name of the choices. */
  readonly what?: string
  readonly onTyped?: (text: string) => void
}

/** Checkboxes for the values, or an input with suggestions if there are many. */
export function ChoiceInput({ title, choices, isMore, what = 'values', values, onChange, onTyped }: Props) {
  const list = useId()
  const toggle = (value: string, on: boolean): void => {
    onChange(on ? [...values, value] : values.filter((other) => other !== value))
  }
  if (choices !== undefined && choices.length <= LISTED && !isMore) {
    return (
      <fieldset class="field">
        <legend>{title}</legend>
        <div class="ticks">
          {choices.map(({ value, name = value, sentences }) => (
            <label key={value} class="check">
              <input
                type="checkbox"
                checked={values.includes(value)}
                onChange={(event) => {
                  toggle(value, event.currentTarget.checked)
                }}
              />
              {name} <span class="muted">{shortCount(sentences)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  return (
    <label class="field">
      <span>
        {title}
        {choices === undefined ? null : (
          <span class="muted">
            {' '}
            {isMore ? 'more than ' : ''}
            {countOf(choices.length)} {what}
          </span>
        )}
      </span>
      <input
        list={list}
        value={values[0] ?? ''}
        onInput={(event) => onTyped?.(event.currentTarget.value.trim())}
        onChange={(event) => {
          const value = event.currentTarget.value.trim()
          onChange(value === '' ? [] : [value])
        }}
      />
      <datalist id={list}>
        {choices?.map(({ value, name }) => (
          <option key={value} value={value} label={name} />
        ))}
      </datalist>
    </label>
  )
}
