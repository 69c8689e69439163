// Asks whether a tool may be used: a dialog for a person at the terminal and a question to cmux at the same time. Whoever
// answers first decides.
import type { Hooks } from './hooks.ts'
import { readPermission, type Verdict } from './verdict.ts'
import type { ToolUse } from './use-tool.ts'

/** As Claude Code does: nobody is called for a dialog that is answered at once. */
const NOTICE_AFTER_MS = 6000

export interface PermissionDesk {
  readonly hooks: Hooks
  /** All waiting times are multiplied with it. */
  readonly pace: number
  openDialog(text: string, decide: (verdict: Verdict) => void): void
  closeDialog(): void
}

export async function askPermission(
  desk: PermissionDesk,
  use: ToolUse,
  signal: AbortSignal,
): Promise<Verdict> {
  const { hooks, pace } = desk
  const { promise, resolve } = Promise.withResolvers<Verdict>()
  const decided = new AbortController()
  const cancel = () => resolve({ kind: 'deny', reason: 'interrupted' })
  signal.addEventListener('abort', cancel, { once: true })
  desk.openDialog(use.label, resolve)
  const askCmux = async () => {
    const question = { tool_name: use.tool, tool_input: use.input }
    const answer = await hooks.tell('PermissionRequest', question, AbortSignal.any([signal, decided.signal]))
    const verdict = readPermission(answer)
    if (verdict.kind !== 'none') resolve(verdict)
  }
  void askCmux()
  const notice = setTimeout(() => {
    const message = 'The demo agent needs your permission'
    void hooks.tell('Notification', { message, notification_type: 'permission_prompt' })
  }, NOTICE_AFTER_MS * pace)
  try {
    return await promise
  } finally {
    decided.abort()
    clearTimeout(notice)
    signal.removeEventListener('abort', cancel)
    desk.closeDialog()
  }
}
