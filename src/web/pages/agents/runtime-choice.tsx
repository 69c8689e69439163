// Which program the agent is, and whether it works on this machine.
import { useRoute } from '../../data/use-route.ts'
import { Badge } from '../../ui/badge.tsx'

interface RuntimeChoiceProps {
  /** Empty: the default. */
  readonly chosen: string
  readonly onChoose: (runtime: string) => void
}

export function RuntimeChoice({ chosen, onChoose }: RuntimeChoiceProps) {
  const { data, error } = useRoute('GET /api/runtimes', {})
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Runtime</legend>
      {error && <p className="text-xs text-bad">Runtimes can’t be shown: {error.message}</p>}
      {!data && !error && <p className="text-xs text-quiet">This machine is being looked at…</p>}
      {data?.items.map(({ name, ready, isDefault, detail, hint }) => (
        <label
          key={name}
          className={`grid grid-cols-[auto_1fr] items-baseline gap-x-2 rounded-md border px-2.5 py-1 text-sm has-checked:border-accent has-checked:bg-raised ${ready ? 'border-line' : 'border-transparent'}`}
        >
          <input
            type="radio"
            name="runtime"
            value={name}
            disabled={!ready}
            checked={chosen === '' ? isDefault : chosen === name}
            onChange={() => onChoose(name)}
          />
          <span className="min-w-0">
            <span className={ready ? 'font-medium' : 'text-quiet'}>{name}</span>{' '}
            {isDefault && <Badge tone="busy">default</Badge>}{' '}
            <span data-foreign className="text-xs text-quiet">
              {detail}
              {!ready && hint !== '' && ` · ${hint}`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
