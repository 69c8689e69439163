// Releases, changes, what broke and healed, and what was given up: with why, newest first, a day under the other.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Event } from '../../../protocol/event.ts'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useGradually } from '../../ui/use-gradually.ts'
import { projectOf } from './project-of.ts'
import { TimelineFilter } from './timeline-filter.tsx'
import { TimelineLine } from './timeline-line.tsx'
import { kindOnTimeline, TIMELINE_KINDS, typesOnTimeline, type TimelineKind } from './timeline-kinds.ts'
import { useTimeline } from './use-timeline.ts'

export function Timeline() {
  const { kind: asked } = useSearch({ from: '/timeline' })
  const navigate = useNavigate({ from: '/timeline' })
  const [project] = useProject()
  const kind =
    asked !== undefined && Object.hasOwn(TIMELINE_KINDS, asked) ? (asked as TimelineKind) : undefined
  const choose = (next: TimelineKind | undefined) =>
    void navigate({ search: (old) => ({ ...old, kind: next }), replace: true })
  return (
    <div className="mx-auto grid max-w-4xl gap-4">
      <h1 className="text-lg font-semibold">Activity</h1>
      <Card
        title={project === undefined ? 'cmux and all projects' : project}
        aside={<TimelineFilter chosen={kind} onChoose={choose} />}
      >
        <Lines key={`${kind}`} kind={kind} project={project} />
      </Card>
    </div>
  )
}

interface LinesProps {
  readonly kind: TimelineKind | undefined
  readonly project: string | undefined
}

function Lines({ kind, project }: LinesProps) {
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items ?? []
  const isLive = useConnection().kind === 'live'
  const isShown = (event: Event) => {
    const its = kindOnTimeline(event)
    return (
      its !== null &&
      (kind === undefined || its === kind) &&
      (project === undefined || projectOf(event, agents) === project)
    )
  }
  const { events, isKnown, isOver, error, fetchOlder } = useTimeline(typesOnTimeline(kind), isShown)
  const drawn = useGradually(events.length)
  return (
    <>
      {error && <Notice tone="bad" title={error.message} />}
      {isKnown && isOver && events.length === 0 && (
        <Empty title="No activity yet">
          {project !== undefined && 'Releases and recoveries of cmux itself are not part of a project.'}
        </Empty>
      )}
      <ol aria-label="activity, newest first" className={isLive ? '' : 'opacity-60'}>
        {events
          .toReversed()
          .slice(0, drawn)
          .map((event, index, all) => (
            <TimelineLine
              key={event.seq}
              event={event}
              kind={kindOnTimeline(event) ?? 'recoveries'}
              isNewDay={dayOf(event) !== (all[index - 1] && dayOf(all[index - 1] as Event))}
            />
          ))}
      </ol>
      {!isOver && (
        <Button look="bare" className="mt-2" onClick={() => void fetchOlder()}>
          older
        </Button>
      )}
    </>
  )
}

const dayOf = ({ at }: Event) => new Date(at).toDateString()
