// Stops cmux, and is sure of it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { stopProcesses } from '../../host/stop-processes.ts'
import type { RunVerb } from '../verb.ts'

export const down: RunVerb = async ({ environment, options }) => {
  const { home } = environment
  const { stopped, killed } = await stopProcesses(home, options['now'] === true)
  // A killed server could not take its address back.
  rmSync(join(home, 'instance.json'), { force: true })
  if (stopped.length === 0) return { json: { stopped, killed }, text: 'cmux was not running' }
  const how = killed.length > 0 ? ` (process ${killed.join(', ')} had to be killed)` : ''
  return { json: { stopped, killed }, text: `cmux has stopped${how}` }
}
