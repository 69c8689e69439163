// The script in an agent's folder that git calls for the remotes of its workspace. Written at each start, since where Node and the
// programs of cmux are can change; no variable has to come through the agent's program.
import type { LaunchFile } from '../agents/runtime.ts'

export const REMOTE_SCRIPT = 'git-remote-cmux'

export interface ScriptFacts {
  readonly agentHome: string
  readonly command: readonly string[]
  readonly url: string
  readonly tokenFile: string
}

export function writeRemoteScript({ agentHome, command, url, tokenFile }: ScriptFacts): LaunchFile {
  const settings = [
    ['CMUX_URL', url],
    ['CMUX_TOKEN_FILE', tokenFile],
  ].map(([name = '', value = '']) => `${name}=${quote(value)}`)
  const line = [...settings, 'exec', ...command.map(quote), '"$@"'].join(' ')
  return { path: `${agentHome}/${REMOTE_SCRIPT}`, content: `#!/bin/sh\n${line}\n` }
}

const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`
