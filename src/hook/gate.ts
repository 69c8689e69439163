// Events that an agent waits on before it acts. When cmux can't be asked, the answer is no, in the words of the agent's CLI.

/** How long an agent waits for an answer before it is a no. The CLIs' own limits are longer, so that ours comes first. */
export const GATE_WAIT_SEC = 3600

export type HookAnswer = Readonly<Record<string, unknown>>

/** An event that is not in here only informs. The names of the runtimes differ, so a row need not say whose it is. */
const DENIALS: Readonly<Record<string, (reason: string) => HookAnswer>> = {
  PreToolUse: denyTool,
  PermissionRequest: (reason) => ({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: { behavior: 'deny', message: reason },
    },
  }),
  BeforeTool: (reason) => ({ decision: 'deny', reason }),
  // OpenCode's plug-in is ours, and reads what Claude Code does.
  'tool.execute.before': denyTool,
}

function denyTool(reason: string): HookAnswer {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }
}

export function isGate(event: string): boolean {
  return Object.hasOwn(DENIALS, event)
}

/** Nothing to say for an event that only informs. */
export function denyAnswer(event: string, reason: string): HookAnswer {
  const denial = isGate(event) ? DENIALS[event] : undefined
  return denial?.(`${reason} It was not allowed, and nothing was done.`) ?? {}
}
