// A tool call from the question whether it may be to the word that it is over.
import { askPermission, type PermissionDesk } from './ask-permission.ts'
import { readToolVerdict } from './verdict.ts'
import type { ProgramResult } from './run-program.ts'

export interface ToolUse {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** For people. */
  readonly label: string
  /** Asks for permission when cmux has no opinion. */
  readonly asks: boolean
  act(): ProgramResult | Promise<ProgramResult>
}

export interface ToolDesk extends PermissionDesk {
  print(text: string): void
  nextToolId(): string
}

const SHOWN_MAX_LINES = 6

export async function useTool(desk: ToolDesk, use: ToolUse, signal: AbortSignal): Promise<ProgramResult> {
  const call = { tool_name: use.tool, tool_input: use.input, tool_use_id: desk.nextToolId() }
  desk.print(`● ${use.label}`)
  const verdict = readToolVerdict(await desk.hooks.tell('PreToolUse', call, signal))
  signal.throwIfAborted()
  const final =
    verdict.kind === 'ask' || (verdict.kind === 'none' && use.asks)
      ? await askPermission(desk, use, signal)
      : verdict
  signal.throwIfAborted()
  if (final.kind === 'deny') {
    const failure = `not allowed${final.reason === '' ? '' : `: ${final.reason}`}`
    desk.print(`  ⎿ ${failure}`)
    return { output: '', failure }
  }
  const began = performance.now()
  const { output, failure } = await use.act()
  signal.throwIfAborted()
  desk.print(shorten(failure === null ? output : `${failure}\n${output}`))
  const ended = { ...call, duration_ms: Math.round(performance.now() - began) }
  if (failure === null)
    await desk.hooks.tell('PostToolUse', { ...ended, tool_response: { stdout: output } }, signal)
  else await desk.hooks.tell('PostToolUseFailure', { ...ended, error: failure }, signal)
  signal.throwIfAborted()
  return { output, failure }
}

function shorten(text: string): string {
  const lines = (text.trim() === '' ? '(no output)' : text.trim()).split('\n')
  const more = lines.length > SHOWN_MAX_LINES ? [`… ${lines.length - SHOWN_MAX_LINES} more lines`] : []
  return [...lines.slice(0, SHOWN_MAX_LINES), ...more]
    .map((line, index) => `${index === 0 ? '  ⎿ ' : '    '}${line}`)
    .join('\n')
}
