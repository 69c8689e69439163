// What waits for a person, most urgent first, each with the way to answer it.
import { Link } from '@tanstack/react-router'
import type { AttentionItem } from '../../../protocol/attention.ts'
import { useAct } from '../../data/use-act.ts'
import { useRoute } from '../../data/use-route.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TEXT_OF } from '../../ui/tone.ts'

const TONES = { high: 'bad', normal: 'worry', low: 'busy' } as const

export function Waiting({ project }: { readonly project: string | undefined }) {
  const { data } = useRoute('GET /api/next', {})
  const items =
    data?.items.filter((item) => project === undefined || (item.project ?? project) === project) ?? []
  return (
    <div id="waiting" className="scroll-mt-16">
      <Card title="Needs attention" aside={items.length > 0 && <Badge tone="busy">{items.length}</Badge>}>
        {data && items.length === 0 && <Empty title="You’re all caught up" />}
        <ul className="grid gap-2">
          {items.map((item) => (
            <WaitingItem key={`${item.kind} ${item.link} ${item.title}`} item={item} />
          ))}
        </ul>
        {data && data.leftOff > 0 && <p className="text-sm text-quiet">and {data.leftOff} more</p>}
      </Card>
    </div>
  )
}

function WaitingItem({ item }: { readonly item: AttentionItem }) {
  return (
    <li className="grid gap-1 border-b border-line/60 pb-2 last:border-0 last:pb-0">
      <div className="flex items-baseline justify-between gap-2">
        <Link
          to={item.link}
          data-foreign
          className={`font-medium hover:underline ${TEXT_OF[TONES[item.urgency]]}`}
        >
          {item.title}
        </Link>
        {item.since !== null && (
          <span className="text-xs text-quiet">
            <Ago at={item.since} />
          </span>
        )}
      </div>
      <p data-foreign className="line-clamp-2 text-sm text-quiet">
        {item.detail}
      </p>
      {item.agent !== undefined && item.answer !== undefined && (
        <Answer agent={item.agent} answer={item.answer} />
      )}
      <div className="max-md:hidden">
        <Command text={item.command} />
      </div>
    </li>
  )
}

function Answer({ agent, answer }: { readonly agent: string; readonly answer: string }) {
  const give = useAct('POST /api/agents/:name/answer', `answer sent to ${agent}`)
  return (
    <div>
      <Button disabled={give.isPending} onClick={() => give.mutate({ params: { name: agent } })}>
        <span data-foreign>{answer}</span>
      </Button>
    </div>
  )
}
