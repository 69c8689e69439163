// Where an agent's work stands right now: what whoever goes on with it would be told, for a person.
import type { AgentState as State } from '../../../protocol/agents/work-state.ts'
import { useRoute } from '../../data/use-route.ts'
import { Ago } from '../../ui/ago.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Parts } from '../../ui/parts.tsx'
import { listState } from './list-state.ts'

export function AgentState({ name }: { readonly name: string }) {
  const { data, error } = useRoute('GET /api/agents/:name/state', { params: { name } })
  if (error) return <Notice tone="bad" title={`The context can’t be shown: ${error.message}`} />
  if (!data) return <p className="text-sm text-quiet">Loading the context…</p>
  const parts = listState(data.state)
  return (
    <section aria-label={`context of ${name}`} className="grid gap-2">
      <Facts {...data} />
      {parts.length === 0 ? (
        <Empty title="No context yet">Tasks, decisions and files show up here as the agent works.</Empty>
      ) : (
        <Parts parts={parts} />
      )}
    </section>
  )
}

function Facts({ context, kept }: Pick<State, 'context' | 'kept'>) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-quiet">
      {context && (
        <span>
          conversation: {context.tokens.toLocaleString('en')} tokens
          {context.percent !== null && `, ${context.percent} % of its window`}
        </span>
      )}
      {kept && (
        <span title={kept.path}>
          last saved <Ago at={kept.at} /> ({kept.why})
        </span>
      )}
    </p>
  )
}
