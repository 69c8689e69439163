// One alert: what was seen, how often and where, with its lines to unfold.
import type { Alert } from '../../../protocol/alerts/alert.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { sayActor } from '../../words/say-actor.ts'

export interface AlertRowProps {
  readonly alert: Alert
  readonly isBusy: boolean
  readonly onAcknowledge: () => void
}

export function AlertRow({ alert, isBusy, onAcknowledge }: AlertRowProps) {
  const { title, count, lastAt, where, project, lines, state } = alert
  const isOpen = state === 'open'
  return (
    <li className="grid gap-1 border-t border-line pt-2 text-sm first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p data-foreign className={`min-w-0 flex-1 basis-60 ${isOpen ? '' : 'text-quiet'}`}>
          {title}
        </p>
        {isOpen ? (
          <Button aria-label={`Acknowledge: ${title}`} disabled={isBusy} onClick={onAcknowledge}>
            Acknowledge
          </Button>
        ) : (
          <span className="text-quiet">{sayEnd(alert)}</span>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-2 text-quiet">
        <Badge tone={isOpen ? 'bad' : 'quiet'}>{count === 1 ? 'once' : `${count} times`}</Badge>
        {project !== null && <Badge>{project}</Badge>}
        <Ago at={lastAt} />
        {where !== null && (
          <span data-foreign className="min-w-0">
            {where}
          </span>
        )}
      </p>
      <details>
        <summary className="cursor-pointer text-quiet">
          {lines.length === 1 ? '1 line' : `${lines.length} lines`}
        </summary>
        <pre data-foreign className="mt-1 overflow-x-auto rounded bg-ground p-2 text-xs whitespace-pre-wrap">
          {lines.join('\n')}
        </pre>
      </details>
    </li>
  )
}

/** Some are over by themselves: an agent elsewhere was heard of again. */
const sayEnd = ({ acknowledgedBy }: Alert) =>
  acknowledgedBy === 'system' ? 'resolved' : `acknowledged by ${sayActor(acknowledgedBy ?? '')}`
