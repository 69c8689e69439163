// A way of asking a model over HTTP: how a request is read, and how a reply is written. All of it pure.
import type { Reply, Tool, Turn } from './script.ts'

interface Request {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly status: number
  readonly type: 'application/json' | 'text/event-stream'
  readonly text: string
}

export interface Dialect {
  readonly name: string
  readonly isFor: (path: string) => boolean
  readonly readTurns: (body: Request['body']) => Turn[]
  readonly offeredTools: (body: Request['body']) => string[]
  readonly write: (said: Said, request: Request) => Answer
  readonly writeFailure: (failure: NonNullable<Reply['failure']>) => Answer
}

/** A reply with everything that a dialect writes down. */
export interface Said {
  /** Different for each reply, and the same in each run. */
  readonly id: string
  readonly text: string
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> } | null
  readonly usage: Usage
}

export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** Easy to check by hand: a hundred for each turn of the conversation, one for each character of the reply. */
export function countUsage(turns: readonly Turn[], text: string): Usage {
  return { input: 100 * turns.length, output: text.length, cacheRead: 20, cacheWrite: 10 }
}

/** Each program has its own shell tool; the request says which it offers. */
const SHELLS: Readonly<Record<string, (command: string, isEscalated: boolean) => Record<string, unknown>>> = {
  Bash: (command) => ({ command, description: 'play the script' }),
  bash: (command) => ({ command, description: 'play the script' }),
  run_shell_command: (command) => ({ command, description: 'play the script' }),
  exec_command: (cmd, isEscalated) =>
    isEscalated
      ? { cmd, sandbox_permissions: 'require_escalated', justification: 'The script asks.' }
      : { cmd },
}

const MCP_INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  send_message: { to: 'owner', body: 'words of the script' },
}

export function chooseCall(tool: Tool, offered: readonly string[]): Said['call'] {
  if (tool.kind === 'named')
    return offered.includes(tool.what) ? { name: tool.what, input: tool.input ?? {} } : null
  if (tool.kind === 'mcp') {
    const name = offered.find(
      (candidate) => /^(mcp_+)?cmux_+/.test(candidate) && candidate.endsWith(tool.what),
    )
    return name === undefined ? null : { name, input: tool.input ?? MCP_INPUTS[tool.what] ?? {} }
  }
  const name = Object.keys(SHELLS).find((candidate) => offered.includes(candidate))
  const input = SHELLS[name ?? '']?.(tool.what, tool.kind === 'escalated shell')
  return name === undefined || input === undefined ? null : { name, input }
}

export function eventStream(events: readonly { readonly event?: string; readonly data: unknown }[]): Answer {
  const text = events
    .map(({ event, data }) => {
      const line = typeof data === 'string' ? data : JSON.stringify(data)
      return `${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`
    })
    .join('')
  return { status: 200, type: 'text/event-stream', text }
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', text: JSON.stringify(value) }
}

/** Fields of a foreign document, without believing anything of it. */
export function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n')
}
