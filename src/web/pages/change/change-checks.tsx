// The checks of a change, each with what came of it and what it said; live while they run.
import { useState } from 'react'
import type { Change } from '../../../protocol/changes/change.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import { useRoute } from '../../data/use-route.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { Tone } from '../../ui/tone.ts'
import { CheckOutput } from './check-output.tsx'
import { listChecks, type ShownCheck } from './list-checks.ts'
import { sayTook } from '../../words/say-took.ts'

const TONES: Readonly<Record<ShownCheck['outcome'], Tone>> = {
  passed: 'well',
  failed: 'bad',
  overdue: 'bad',
  skipped: 'quiet',
  running: 'busy',
  waiting: 'quiet',
}

export function ChangeChecks({ change }: { readonly change: Change }) {
  const { project: name, state } = change
  const project = useRoute('GET /api/projects/:name', { params: { name } }, { enabled: state === 'checking' })
  const checks = listChecks(change, project.data?.rules.checks ?? [])
  return (
    <Card title="Checks" aside={checks.length > 0 && <Progress checks={checks} />}>
      {checks.length === 0 && <Empty title={sayNone(change)} />}
      <ul className="grid gap-2">
        {checks.map((check) => (
          <OneCheck key={check.name} id={change.id} check={check} />
        ))}
      </ul>
    </Card>
  )
}

function sayNone({ state, skipTests }: Change): string {
  if (skipTests) return 'Checks are skipped.'
  if (state === 'planned' || state === 'queued') return 'Checks have not run yet.'
  return state === 'checking' ? 'Checks are starting…' : 'No checks ran.'
}

function Progress({ checks }: { readonly checks: readonly ShownCheck[] }) {
  const over = checks.filter(({ outcome }) => outcome !== 'running' && outcome !== 'waiting').length
  return (
    <span className="text-xs text-quiet tabular-nums" role="status">
      {over} of {checks.length}
    </span>
  )
}

function OneCheck({ id, check }: { readonly id: ChangeId; readonly check: ShownCheck }) {
  const { name, run, required, outcome, detail, tail, tookMs } = check
  const isRunning = outcome === 'running'
  // What went well need not be read.
  const [isOpen, setOpen] = useState<boolean>()
  const [isWhole, setWhole] = useState(false)
  const isShown = isOpen ?? (isRunning || outcome === 'failed' || outcome === 'overdue')
  return (
    <li data-check={name} data-outcome={outcome} className="rounded-md border border-line">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5 text-sm">
        <span data-foreign className="font-medium">
          {name}
        </span>
        <Badge tone={TONES[outcome]}>{outcome}</Badge>
        {!required && <Badge>not required</Badge>}
        <span data-foreign className="min-w-0 text-xs text-quiet">
          {detail}
        </span>
        <span className="ml-auto flex items-center gap-2 text-xs text-quiet tabular-nums">
          {tookMs !== null && sayTook(tookMs)}
          {outcome !== 'waiting' && outcome !== 'skipped' && (
            <Button look="bare" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
              output<span className="sr-only"> of {name}</span>
            </Button>
          )}
        </span>
      </div>
      {isShown && (
        <div className="grid gap-2 px-3 pb-2">
          {run !== null && (
            <code data-foreign className="font-mono text-xs text-quiet">
              $ {run}
            </code>
          )}
          <CheckOutput id={id} check={name} tail={tail} isWhole={isRunning || isWhole} />
          {!isRunning && !isWhole && (
            <Button look="bare" className="justify-self-start" onClick={() => setWhole(true)}>
              full output
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
