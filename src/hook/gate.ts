// Events that an agent waits on before it acts. When cmux can't be asked, the answer is no, in the words of the agent's CLI.

export type HookAnswer = Readonly<Record<string, unknown>>

/** An event that is not in here only informs. The names of the runtimes differ, so a row need not say whose it is. */
const DENIALS: Readonly<Record<string, (reason: string) => HookAnswer>> = {
  PreToolUse: (reason) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }),
  PermissionRequest: (reason) => ({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: { behavior: 'deny', message: reason },
    },
  }),
  BeforeTool: (reason) => ({ decision: 'deny', reason }),
}

export function isGate(event: string): boolean {
  return Object.hasOwn(DENIALS, event)
}

/** Nothing to say for an event that only informs. */
export function denyAnswer(event: string, reason: string): HookAnswer {
  const denial = isGate(event) ? DENIALS[event] : undefined
  return denial?.(`${reason} It was not allowed, and nothing was done.`) ?? {}
}
