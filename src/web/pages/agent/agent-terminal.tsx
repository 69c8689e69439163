// What an agent's terminal shows, as text.
import type { Agent } from '../../../protocol/agent.ts'
import { useRoute } from '../../data/use-route.ts'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'

const EVERY_MS = 1000

export function AgentTerminal({ agent: { name, pane } }: { readonly agent: Pick<Agent, 'name' | 'pane'> }) {
  const request = { params: { name }, query: { scrollback: 200 } }
  const { data, error } = useRoute('GET /api/agents/:name/terminal', request, {
    enabled: pane !== null,
    everyMs: EVERY_MS,
  })
  if (pane === null || error)
    return (
      <Empty title="It has no terminal right now.">
        <p data-foreign>{error?.message ?? 'It shows up here as soon as its program has started.'}</p>
        <Command text={`cmux agent show ${name}`} />
      </Empty>
    )
  return (
    <pre
      tabIndex={0}
      aria-label={`terminal of ${name}`}
      className="h-full min-h-64 overflow-auto rounded-lg border border-line bg-surface p-3 font-mono text-xs"
    >
      {data?.lines.join('\n')}
    </pre>
  )
}
