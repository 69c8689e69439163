// Asks something of an agent; refusals are said by the acts themselves.
import { useAct } from '../data/use-act.ts'
import type { AskName } from './offered-asks.ts'

export function useAgentAsks(name: string): (ask: Exclude<AskName, 'remove'>) => void {
  const params = { name }
  const interrupt = useAct('POST /api/agents/:name/interrupt', `${name} was interrupted`)
  const restart = useAct('POST /api/agents/:name/restart', `${name} is restarting`)
  const clear = useAct('POST /api/agents/:name/clear', `${name} starts a new session`)
  const compact = useAct('POST /api/agents/:name/compact', `${name} compacts its conversation`)
  const pause = useAct('POST /api/agents/:name/pause', `${name} is paused`)
  const resume = useAct('POST /api/agents/:name/resume', `${name} is resumed`)
  const stop = useAct('POST /api/agents/:name/stop', `${name} is stopping`)
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
