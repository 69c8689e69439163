// What an agent does, as a dot and a word; pointed at or reached by keyboard it says what that means and on what evidence.
import type { Agent } from '../../protocol/agents/agent.ts'
import { quietSince } from '../../protocol/agents/quiet-since.ts'
import { useRoute } from '../data/use-route.ts'
import { useConnection } from '../live/use-connection.ts'
import { Ago } from '../ui/ago.tsx'
import { Dot } from '../ui/dot.tsx'
import { Hint } from '../ui/hint.tsx'
import { describeAgentStatus } from '../words/describe-agent-status.ts'
import { sayAgo } from '../words/say-ago.ts'
import { EvidenceList } from './evidence-list.tsx'

/** Evidence may come and go without an event, as long as it shows the same: whoever looks at it sees it as it is now. */
const LOOK_AGAIN_MS = 1000

/** What is done is not told to the page each time: before it says that nothing was done, it asks. */
const ASK_ABOUT_QUIET_MS = 30_000

type Watched = Pick<Agent, 'name' | 'status' | 'statusSince' | 'movedAt' | 'evidence'>

export function AgentStatus({ agent }: { readonly agent: Watched }) {
  const { status, evidence } = agent
  const isLive = useConnection().kind === 'live'
  const { tone } = describeAgentStatus(status)
  return (
    <>
      <Hint says={<Reasons known={agent} isLive={isLive} />}>
        <button
          type="button"
          data-agent-status={status}
          aria-label={`${status}${isLive ? '' : ' (last known)'}: ${evidence[0]?.says ?? 'no evidence yet'}`}
          className={`rounded px-1 text-sm ${isLive ? '' : 'opacity-70'}`}
        >
          <Dot tone={isLive ? tone : 'quiet'} isBeating={isLive && status === 'working'}>
            {status}
          </Dot>
        </button>
      </Hint>
      {isLive && status === 'working' && <Quiet name={agent.name} />}
    </>
  )
}

/** At work and nothing comes of it, whatever its screen shows. */
function Quiet({ name }: { readonly name: string }) {
  const request = { params: { name } }
  const agent = useRoute('GET /api/agents/:name', request, { everyMs: ASK_ABOUT_QUIET_MS }).data
  const since = agent ? quietSince(agent, Date.now()) : null
  if (since === null) return null
  return (
    <span data-quiet className="text-xs text-worry">
      quiet for {sayAgo(Date.now() - Date.parse(since)).replace(' ago', '')}
    </span>
  )
}

function Reasons({ known, isLive }: { readonly known: Watched; readonly isLive: boolean }) {
  const request = { params: { name: known.name } }
  const agent = useRoute('GET /api/agents/:name', request, { everyMs: LOOK_AGAIN_MS }).data ?? known
  return (
    <div className="grid gap-1.5">
      <p>
        <span className="font-semibold">{agent.status}</span> <Ago at={agent.statusSince} />.{' '}
        {describeAgentStatus(agent.status).means}
      </p>
      {!isLive && <p className="text-bad">Not connected: this is the last known status.</p>}
      <EvidenceList evidence={agent.evidence} />
    </div>
  )
}
