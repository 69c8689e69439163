// The answer to a hook on which an agent waits that keeps it from acting, in the words of its program. The hook program has the
// same words for when we can't be asked; it imports nothing, so a contract test holds the two together.
import type { HookAnswer } from '../../core/agents/runtime.ts'

type Denial = (reason: string) => HookAnswer

const denyTool: Denial = (reason) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
})

/** The names of the runtimes differ, so a row need not say whose it is. */
const DENIALS: ReadonlyMap<string, Denial> = new Map([
  ['PreToolUse', denyTool],
  [
    'PermissionRequest',
    (reason) => ({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: reason },
      },
    }),
  ],
  ['BeforeTool', (reason) => ({ decision: 'deny', reason })],
  ['tool.execute.before', denyTool],
])

/** Undefined for an event that only informs. */
export function denyGate(event: string, reason: string): HookAnswer | undefined {
  return DENIALS.get(event)?.(reason)
}
