// Asks something of an agent; refusals are said by the acts themselves.
import { useAct } from '../data/use-act.ts'
import type { AskName } from './offered-asks.ts'

export function useAgentAsks(name: string): (ask: Exclude<AskName, 'remove'>) => void {
  const params = { name }
  const interrupt = useAct('POST /api/agents/:name/interrupt', `${name} was interrupted`)
  const restart = useAct('POST /api/agents/:name/restart', `${name} starts`)
  const clear = useAct('POST /api/agents/:name/clear', `${name} begins a new conversation`)
  const compact = useAct('POST /api/agents/:name/compact', `${name} shortens its conversation`)
  const pause = useAct('POST /api/agents/:name/pause', `${name} is paused`)
  const resume = useAct('POST /api/agents/:name/resume', `${name} goes on`)
  const stop = useAct('POST /api/agents/:name/stop', `${name} was told to end`)
  const acts = {
    interrupt: () => interrupt.mutate({ params }),
    restart: () => restart.mutate({ params, body: {} }),
    'restart fresh': () => restart.mutate({ params, body: { fresh: true } }),
    clear: () => clear.mutate({ params }),
    compact: () => compact.mutate({ params }),
    pause: () => pause.mutate({ params, body: {} }),
    resume: () => resume.mutate({ params }),
    stop: () => stop.mutate({ params }),
  }
  return (ask) => acts[ask]()
}
