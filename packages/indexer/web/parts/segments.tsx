interface Props<T extends string> {
  readonly label: string
  readonly options: readonly (readonly [T, string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A choice of one of a few options, all visible. */
export function Segments<T extends string>({ label, options, value, onChange }: Props<T>) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {options.map(([option, name]) => (
        <label key={option}>
          <input
            type="radio"
            name={label}
            checked={option === value}
            onChange={() => {
              onChange(option)
            }}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
