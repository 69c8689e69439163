// Which programs can be agents on this machine, and what to do about those that can't.
import type { RuntimeOnMachine } from '../../protocol/agents/agent.ts'
import { Dot } from '../ui/dot.tsx'

export function Runtimes({ runtimes }: { readonly runtimes: readonly RuntimeOnMachine[] }) {
  return (
    <ul className="grid gap-1 text-sm">
      {runtimes.map(({ name, ready, detail, hint }) => (
        <li key={name} className="grid grid-cols-[6rem_1fr] gap-2">
          <Dot tone={ready ? 'well' : 'quiet'}>{name}</Dot>
          <span data-foreign className="text-quiet">
            {ready ? detail : hint || detail}
          </span>
        </li>
      ))}
    </ul>
  )
}
