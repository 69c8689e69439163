// Claude Code's hooks, all through our hook program: it reads the token from its file, and can wait for a server that is
// being replaced. As program and arguments, so that no shell reads them.

/** A gate may wait for a person's answer. */
const GATE_LIMIT_SEC = 3600
const CARRIER_LIMIT_SEC = 60
/** What only tells us something must not hold an agent up when nobody listens. */
const NEWS_LIMIT_SEC = 10

interface HookKind {
  readonly timeout: number
  /** What happens when the hook fails: a tool must not run unasked because cmux was down. */
  readonly onFailure?: 'block'
}

const GATE: HookKind = { timeout: GATE_LIMIT_SEC, onFailure: 'block' }
/** Its answer may carry a message or a decision, and the agent goes on without one. */
const ASKED: HookKind = { timeout: GATE_LIMIT_SEC }
/** It may carry a message in, and waits while a server is being replaced. */
const CARRIER: HookKind = { timeout: CARRIER_LIMIT_SEC }
const NEWS: HookKind = { timeout: NEWS_LIMIT_SEC }

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
