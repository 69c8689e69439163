// The server in this terminal: its words on our screen, our signals passed on, its exit code ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { serverArguments, type StartOptions } from './check-start.ts'

export async function runInForeground(options: StartOptions): Promise<number> {
  const child = spawn(process.execPath, [join(options.programs, 'server.mjs'), ...serverArguments(options)], {
    stdio: 'inherit',
  })
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', passOn)
  // Ctrl-C reaches the child by itself, as it has the same terminal; we only must not end before it.
  process.on('SIGINT', () => undefined)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', passOn)
  return code ?? 1
}
