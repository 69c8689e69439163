// What Claude Code's hooks tell. Its notice of a permission dialog comes six seconds after the request itself, and says less.
import { z } from 'zod'
import type { HookNews } from '../../../core/agents/runtime.ts'
import { hookRow, readByTable } from '../read-by-table.ts'
import { TOOL_HOOKS } from '../tool-hooks.ts'

const Notification = z.object({ notification_type: z.string(), message: z.string() })
const StopFailure = z.object({ error: z.string(), last_assistant_message: z.string().nullish() })
const ToolFailure = z.object({
  tool_name: z.string(),
  tool_use_id: z.string(),
  error: z.string().default('failed'),
})

export const readClaudeHook = readByTable({
  ...TOOL_HOOKS,
  PostToolUseFailure: hookRow(ToolFailure, ({ tool_use_id, tool_name, error }) => [
    { kind: 'tool ended', id: tool_use_id, tool: tool_name, failure: error },
  ]),
  Notification: hookRow(Notification, ({ notification_type, message }) =>
    tellNotice(notification_type, message),
  ),
  StopFailure: hookRow(StopFailure, ({ error, last_assistant_message }) => [
    { kind: 'turn ended', failure: error, lastMessage: last_assistant_message ?? null, background: 0 },
  ]),
})

function tellNotice(kind: string, message: string): HookNews[] {
  if (kind === 'idle_prompt') return [{ kind: 'idle' }]
  if (kind === 'permission_prompt')
    return [{ kind: 'waiting', dialog: { kind: 'permission', text: message }, tool: null }]
  return []
}
