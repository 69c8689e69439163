// What the last `cmux prove` found: whether it passed, what it cost, and how soon cmux was back after each kind of fault.
import type { ReactNode } from 'react'
import { NAME_OF_FAULT } from '../../../protocol/alerts/name-of-fault.ts'
import type { ProveReport } from '../../../protocol/releases/prove-report.ts'
import { useRoute } from '../../data/use-route.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { sayTook } from '../../words/say-took.ts'

/** The command line writes it, and no event tells of it. */
const ASKED_EVERY_MS = 30_000

export function ProveRun() {
  const report = useRoute('GET /api/prove/last', {}, { everyMs: ASKED_EVERY_MS }).data?.report
  return (
    <Card
      title="Prove run"
      aside={
        report && <Badge tone={report.passed ? 'well' : 'bad'}>{report.passed ? 'passed' : 'failed'}</Badge>
      }
    >
      {report ? <Found report={report} /> : <p className="mb-2 text-sm text-quiet">No prove run yet</p>}
      <Command text="cmux prove" />
    </Card>
  )
}

function Found({ report }: { readonly report: ProveReport }) {
  const { messages, requests, problems, faults, notTried } = report
  return (
    <div className="mb-2 grid gap-2 text-sm">
      <p className="text-quiet">
        <Ago at={report.at} /> · {messages.sent} messages: {messages.lost} lost, {messages.twice} twice,{' '}
        {messages.outOfOrder} out of order · {requests.refused} of {requests.asked} requests refused
      </p>
      {problems.length > 0 && (
        <ul className="grid gap-1 [overflow-wrap:anywhere]">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <table className="w-full">
        <thead>
          <tr className="text-quiet">
            <Cell isHead>Fault</Cell>
            <Cell isHead isNumber>
              times
            </Cell>
            <Cell isHead isNumber>
              median
            </Cell>
            <Cell isHead isNumber>
              longest
            </Cell>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ kind, times, p50Ms, maxMs }) => (
            <tr key={kind}>
              <Cell>{NAME_OF_FAULT[kind]}</Cell>
              <Cell isNumber>{times}</Cell>
              <Cell isNumber>{sayTook(p50Ms)}</Cell>
              <Cell isNumber>{sayTook(maxMs)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
      {notTried.length > 0 && (
        <p className="text-quiet">Not tried: {notTried.map(({ kind }) => NAME_OF_FAULT[kind]).join(', ')}</p>
      )}
    </div>
  )
}

interface CellProps {
  readonly isHead?: boolean
  readonly isNumber?: boolean
  readonly children: ReactNode
}

function Cell({ isHead = false, isNumber = false, children }: CellProps) {
  const Tag = isHead ? 'th' : 'td'
  return (
    <Tag className={`py-0.5 font-normal ${isNumber ? 'text-right tabular-nums' : 'text-left'}`}>
      {children}
    </Tag>
  )
}
