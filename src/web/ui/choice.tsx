// One of several, by the browser's own list: it is known to everybody and works on every device.
import { Field, INPUT_CLASS } from './field.tsx'

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChoose: (value: string) => void
}

export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
          className={INPUT_CLASS}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
