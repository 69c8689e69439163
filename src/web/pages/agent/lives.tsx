// Every start of an agent: why, when, how it ended, and the conversation that it had.
import { describeEnd, describeStart } from '../../../protocol/agents/describe-restarts.ts'
import type { RouteAnswer } from '../../../protocol/routes.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'

type WholeAgent = RouteAnswer<'GET /api/agents/:name'>

export function Lives({ agent }: { readonly agent: WholeAgent }) {
  return (
    <div className="grid gap-3 text-sm">
      <Usage usage={agent.usage} />
      {agent.generations.length === 0 && <Empty title="No runs yet" />}
      <ol
        aria-label="runs, newest first"
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {agent.generations
          .toSorted((a, b) => b.generation - a.generation)
          .map((life) => (
            <Life key={life.generation} life={life} />
          ))}
      </ol>
    </div>
  )
}

function Life({ life }: { readonly life: WholeAgent['generations'][number] }) {
  const { generation, startedAt, why, conversation, endedAt, end } = life
  return (
    <li data-life={generation} className="grid gap-0.5 px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">run {generation}</span>
        <span data-foreign>{describeStart(why)}</span>
        <span className="text-xs text-quiet">
          <Ago at={startedAt} />
        </span>
        {endedAt === null && <Badge tone="well">running</Badge>}
      </p>
      {endedAt !== null && (
        <p className="text-quiet">
          <span data-foreign>{describeEnd(end)}</span> <Ago at={endedAt} />
        </p>
      )}
      {conversation !== null && (
        <p className="text-xs text-quiet">
          conversation{' '}
          <code data-foreign className="font-mono">
            {conversation}
          </code>
        </p>
      )}
    </li>
  )
}

function Usage({ usage }: { readonly usage: WholeAgent['usage'] }) {
  const rows = [
    ['tokens in', usage.input],
    ['out', usage.output],
    ['read from cache', usage.cacheRead],
    ['written to cache', usage.cacheWrite],
  ] as const
  return (
    <dl aria-label="usage of all runs" className="flex flex-wrap gap-x-5 gap-y-1">
      {rows.map(([what, count]) => (
        <div key={what} className="flex items-baseline gap-1.5">
          <dt className="text-xs text-quiet">{what}</dt>
          <dd className="font-semibold tabular-nums">{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  )
}
