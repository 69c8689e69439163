// The switch for everybody: pause all agents, or have all go on; it asks again before.
import type { RouteAnswer } from '../../protocol/routes.ts'
import { useAct } from '../data/use-act.ts'
import { useRoute } from '../data/use-route.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useSay } from '../ui/toast-provider.tsx'

type ForAll = 'pause' | 'resume'

interface PauseAllProps {
  /** What is being asked about. */
  readonly asking: ForAll | undefined
  readonly onAsk: (ask: ForAll | undefined) => void
}

export function PauseAll({ asking, onAsk }: PauseAllProps) {
  const say = useSay()
  const tell = (did: string) => (answer: RouteAnswer<'POST /api/pause'>) =>
    say({ tone: 'well', title: `${answer.agents.length} ${did}` })
  const pause = useAct('POST /api/pause', undefined, tell('paused'))
  const resume = useAct('POST /api/resume', undefined, tell('resumed'))
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items ?? []
  const paused = agents.filter((agent) => agent.paused).length
  const answer = (isYes: boolean, act: () => void) => {
    onAsk(undefined)
    if (isYes) act()
  }
  return (
    <>
      {paused < agents.length && <Button onClick={() => onAsk('pause')}>Pause all</Button>}
      {paused > 0 && <Button onClick={() => onAsk('resume')}>Resume all</Button>}
      <Confirm
        isOpen={asking === 'pause'}
        title="Pause all agents?"
        description={`All ${agents.length} agents, in every project: running turns are interrupted, no new turn starts, and messages are queued until you resume.`}
        action="Pause all"
        onAnswer={(isYes) => answer(isYes, () => pause.mutate({ body: {} }))}
      />
      <Confirm
        isOpen={asking === 'resume'}
        title="Resume all agents?"
        description={`All ${paused} paused agents, in every project: interrupted agents are told to continue, and queued messages are delivered.`}
        action="Resume all"
        onAnswer={(isYes) => answer(isYes, () => resume.mutate({}))}
      />
    </>
  )
}
