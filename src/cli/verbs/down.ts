// Stops cmux, and is sure of it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endAgents } from '../../host/check-start.ts'
import { stopProcesses } from '../../host/stop-processes.ts'
import type { RunVerb } from '../verb.ts'

export const down: RunVerb = async ({ environment, options, programs }) => {
  const { home } = environment
  const { stopped, killed } = await stopProcesses(home, options['now'] === true)
  // A killed server could not take its address back.
  rmSync(join(home, 'instance.json'), { force: true })
  const agents = options['agents'] === true ? await endAgents({ home, programs }) : []
  const json = { stopped, killed, agents }
  const ended = options['agents'] === true ? `; agents ended: ${agents.length}` : ''
  if (stopped.length === 0) return { json, text: `cmux was not running${ended}` }
  const how = killed.length > 0 ? ` (process ${killed.join(', ')} had to be killed)` : ''
  return { json, text: `cmux has stopped${how}${ended}` }
}
