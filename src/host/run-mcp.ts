// The MCP program in the place of this one: its input and output are ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { smallEnvironment } from './environment.ts'

interface Target {
  readonly url: string
  readonly tokenFile: string
}

export async function runMcp(programs: string, { url, tokenFile }: Target): Promise<number> {
  const env = smallEnvironment({ CMUX_URL: url, CMUX_TOKEN_FILE: tokenFile })
  const child = spawn(process.execPath, [join(programs, 'mcp.mjs')], { stdio: 'inherit', env })
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, passOn)
  const [code] = (await once(child, 'exit')) as [number | null]
  for (const signal of SIGNALS) process.off(signal, passOn)
  return code ?? 1
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
