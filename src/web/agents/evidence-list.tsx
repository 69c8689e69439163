// Why we say that an agent does what we say: each signal with its source, its words and its age.
import type { Evidence } from '../../protocol/agents/agent.ts'
import { Ago } from '../ui/ago.tsx'

export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return <p className="text-quiet">No evidence yet.</p>
  return (
    <ul aria-label="evidence" className="grid gap-0.5">
      {evidence.map(({ source, says, at }) => (
        <li key={`${source} ${says} ${at}`} className="flex gap-2">
          <span className="w-18 shrink-0 text-quiet">{source}</span>
          <span data-foreign className="min-w-0 flex-1">
            {says}
          </span>
          <span className="shrink-0 text-quiet">
            <Ago at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
