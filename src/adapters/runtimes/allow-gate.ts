// The answer to a hook on which an agent waits that lets it act, in the words of its program, so that nobody is asked twice.
import type { HookAnswer } from '../../core/agents/runtime.ts'

type Permission = (reason: string) => HookAnswer

/** The names of the runtimes differ, so a row need not say whose it is. */
const PERMISSIONS: ReadonlyMap<string, Permission> = new Map<string, Permission>([
  ['PreToolUse', (reason) => answerTool('allow', reason)],
  [
    'PermissionRequest',
    () => ({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    }),
  ],
  ['BeforeTool', () => ({ decision: 'allow' })],
])

/** Undefined for an event that only informs, or where silence is a yes. */
export function allowGate(event: string, reason: string): HookAnswer | undefined {
  return PERMISSIONS.get(event)?.(reason)
}

/** Codex takes "allow" at the first gate for a failure of the hook (seen with 0.166); it then asks at the second. */
export function allowDialog(event: string, reason: string): HookAnswer | undefined {
  return event === 'PermissionRequest' ? allowGate(event, reason) : undefined
}

/** Has the program open its own dialog, and ask us beside it. */
export function askInDialog(event: string, reason: string): HookAnswer | undefined {
  return event === 'PreToolUse' ? answerTool('ask', reason) : undefined
}

function answerTool(permissionDecision: 'allow' | 'ask', permissionDecisionReason: string): HookAnswer {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } }
}
