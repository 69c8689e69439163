// Which program the agent is: what works on this machine to choose from, and what the others need.
import type { RuntimeOnMachine } from '../../../protocol/agents/agent.ts'
import { useRoute } from '../../data/use-route.ts'
import { Badge } from '../../ui/badge.tsx'
import { Command } from '../../ui/command.tsx'

interface RuntimeChoiceProps {
  /** Empty: the default. */
  readonly chosen: string
  readonly onChoose: (runtime: string) => void
}

export function RuntimeChoice({ chosen, onChoose }: RuntimeChoiceProps) {
  const { data, error } = useRoute('GET /api/runtimes', {})
  const ready = data?.items.filter((runtime) => runtime.ready) ?? []
  const others = data?.items.filter((runtime) => !runtime.ready) ?? []
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="mb-1 text-sm font-medium">Runtime</legend>
      {error && <p className="text-xs text-bad">Runtimes can’t be shown: {error.message}</p>}
      {!data && !error && <p className="text-xs text-quiet">Looking for runtimes…</p>}
      {ready.map(({ name, isDefault, detail }) => (
        <label
          key={name}
          className="flex items-baseline gap-2 rounded-md border border-line px-2.5 py-1 text-sm has-checked:border-accent has-checked:bg-raised"
        >
          <input
            type="radio"
            name="runtime"
            value={name}
            checked={chosen === '' ? isDefault : chosen === name}
            onChange={() => onChoose(name)}
          />
          <span className="font-medium">{name}</span>
          {isDefault && <Badge tone="busy">default</Badge>}
          <span data-foreign title={detail} className="min-w-0 truncate text-xs text-quiet">
            {detail}
          </span>
        </label>
      ))}
      {others.length > 0 && <NotReady runtimes={others} />}
    </fieldset>
  )
}

const INSTALL = /^install it: (.+)$/

function NotReady({ runtimes }: { readonly runtimes: readonly RuntimeOnMachine[] }) {
  return (
    <details className="text-xs text-quiet">
      <summary className="cursor-pointer py-1">
        Not ready on this machine: {runtimes.map(({ name }) => name).join(', ')}
      </summary>
      <ul className="grid gap-2 py-1">
        {runtimes.map(({ name, detail, hint }) => (
          <li key={name} className="grid justify-items-start gap-0.5">
            <span data-foreign>
              <span className="font-medium text-ink">{name}</span>: {detail}
            </span>
            {INSTALL.test(hint) ? (
              <Command text={INSTALL.exec(hint)?.[1] ?? ''} />
            ) : (
              <span data-foreign>{hint}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
