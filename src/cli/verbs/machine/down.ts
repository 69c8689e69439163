// Stops cmux, and is sure of it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endAgents } from '../../../host/start/check-start.ts'
import { isOnPath } from '../../../host/install-command.ts'
import { stopProcesses } from '../../../host/stop-processes.ts'
import { connect } from '../../connect.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

export const down: RunVerb = async (call) => {
  const { environment, options, programs } = call
  const { home } = environment
  const isNow = options['now'] === true
  const endsAgents = options['agents'] === true
  const kept = endsAgents && !isNow ? await keepStates(call) : []
  const { stopped, killed } = await stopProcesses(home, isNow)
  // A killed server could not take its address back.
  rmSync(join(home, 'instance.json'), { force: true })
  // Without tmux nobody can look. That is no reason to call what has stopped a failure.
  const canLook = isOnPath('tmux', environment.path)
  const agents = endsAgents && canLook ? await endAgents({ home, programs }) : []
  const json = { stopped, killed, agents, kept }
  const looked = canLook
    ? `agents ended: ${agents.length}`
    : 'tmux is not installed, so there are no agents to stop'
  const ended = endsAgents ? `; ${looked}` : ''
  if (stopped.length === 0) return { json, text: `cmux was not running${ended}` }
  const how = killed.length > 0 ? ` (process ${killed.join(', ')} had to be killed)` : ''
  return { json, text: `cmux has stopped${how}${ended}` }
}

/** Of git and files nobody waits longer for an answer, and of a server that hangs neither. */
const KEEP_LIMIT_MS = 10_000

/** Only a server can write it down; without one, what is there is looked at when they begin anew. */
async function keepStates({ environment }: VerbCall): Promise<readonly string[]> {
  try {
    return (await connect(environment, KEEP_LIMIT_MS).call('POST /api/states')).agents
  } catch {
    return [] // whoever wants it to stop wants that in any case
  }
}
