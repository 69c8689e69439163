// On every page while somebody is paused: nobody should wait for an agent that was told to wait.
import { Link } from '@tanstack/react-router'
import { useRoute } from '../data/use-route.ts'
import { Notice } from '../ui/notice.tsx'
import { describePaused } from '../words/describe-paused.ts'

const LINK_CLASS = 'text-accent underline'

export function PausedNotice() {
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items ?? []
  const words = describePaused(agents)
  const [first, ...others] = agents.filter(({ paused }) => paused)
  if (words === null || !first) return null
  return (
    <div className="mb-3" data-paused={others.length + 1}>
      <Notice tone="worry" title={words}>
        Messages are queued until you resume.{' '}
        {others.length === 0 ? (
          <Link to="/agents/$name" params={{ name: first.name }} className={LINK_CLASS}>
            Go to {first.name}
          </Link>
        ) : (
          <Link to="/agents" search={(old) => ({ ...old, all: 'resume' })} className={LINK_CLASS}>
            Resume all…
          </Link>
        )}
      </Notice>
    </div>
  )
}
