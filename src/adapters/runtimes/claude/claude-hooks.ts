// Claude Code's hooks, all through our hook program: it reads the token from its file, and can wait for a server that is
// being replaced. As program and arguments, so that no shell reads them.
import { HOOK_LIMITS_SEC } from '../hook-limits.ts'

interface HookKind {
  readonly timeout: number
  /** What happens when the hook fails: a tool must not run unasked because cmux was down. */
  readonly onFailure?: 'block'
}

const GATE: HookKind = { timeout: HOOK_LIMITS_SEC.gate, onFailure: 'block' }
/** Its answer may carry a message or a decision, and the agent goes on without one. */
const ASKED: HookKind = { timeout: HOOK_LIMITS_SEC.gate }
const CARRIER: HookKind = { timeout: HOOK_LIMITS_SEC.carrier }
const NEWS: HookKind = { timeout: HOOK_LIMITS_SEC.news }

const HOOKS: Readonly<Record<string, HookKind>> = {
  SessionStart: CARRIER,
  UserPromptSubmit: CARRIER,
  PreToolUse: GATE,
  PermissionRequest: ASKED,
  PostToolUse: NEWS,
  PostToolUseFailure: NEWS,
  Notification: NEWS,
  SubagentStart: NEWS,
  SubagentStop: NEWS,
  PreCompact: NEWS,
  PostCompact: NEWS,
  Stop: CARRIER,
  StopFailure: NEWS,
  SessionEnd: NEWS,
}

export function claudeHooks(hookCommand: readonly string[]) {
  const [command = '', ...args] = hookCommand
  return Object.fromEntries(
    Object.entries(HOOKS).map(([event, kind]) => [
      event,
      [{ hooks: [{ type: 'command', command, args: [...args, 'claude', event], ...kind }] }],
    ]),
  )
}
