// What an answer to a hook asks of the agent; the shapes are Claude Code's. What can't be read asks nothing.
import type { HookAnswer } from '../hook/gate.ts'

export interface Verdict {
  readonly kind: 'allow' | 'deny' | 'ask' | 'none'
  readonly reason: string
}

/** To PreToolUse. */
export function readToolVerdict(answer: HookAnswer): Verdict {
  const { permissionDecision: kind, permissionDecisionReason: reason } = specifics(answer)
  const known = kind === 'allow' || kind === 'deny' || kind === 'ask' ? kind : 'none'
  return { kind: known, reason: asText(reason) }
}

/** To PermissionRequest. */
export function readPermission(answer: HookAnswer): Verdict {
  const { behavior, message } = asObject(specifics(answer)['decision'])
  const kind = behavior === 'allow' || behavior === 'deny' ? behavior : 'none'
  return { kind, reason: asText(message) }
}

/** To Stop: what the turn goes on with. To UserPromptSubmit: why the prompt is not taken. */
export function readBlock(answer: HookAnswer): string | undefined {
  return answer['decision'] === 'block' ? asText(answer['reason']) : undefined
}

/** Something to know, to any event that takes it. */
export function readContext(answer: HookAnswer): string | undefined {
  const { additionalContext } = specifics(answer)
  return typeof additionalContext === 'string' && additionalContext !== '' ? additionalContext : undefined
}

function specifics(answer: HookAnswer): Record<string, unknown> {
  return asObject(answer['hookSpecificOutput'])
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')
