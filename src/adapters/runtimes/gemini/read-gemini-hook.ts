// What Gemini CLI's hooks tell. Its calls of tools have no ids, so we make them.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { HookNews } from '../../../core/agents/runtime.ts'
import { hookRow, readByTable } from '../read-by-table.ts'

const ID_CHARS = 16

const Session = z.object({
  session_id: z.string(),
  transcript_path: z.string().nullish(),
  source: z.string().default('startup'),
})
const Tool = z.object({ session_id: z.string(), tool_name: z.string(), tool_input: z.unknown().optional() })
const ToolEnd = Tool.extend({ tool_response: z.object({ error: z.unknown().optional() }).nullish() })
const Notification = z.object({ notification_type: z.string(), message: z.string() })

export const readGeminiHook = readByTable({
  SessionStart: hookRow(Session, ({ session_id, transcript_path, source }) => [
    { kind: 'session', sessionId: session_id, transcript: transcript_path ?? null, source },
  ]),
  BeforeAgent: hookRow(z.object({ prompt: z.string() }), ({ prompt }) => [{ kind: 'turn started', prompt }]),
  BeforeTool: hookRow(Tool, (tool) => [
    { kind: 'tool started', id: toolId(tool), tool: tool.tool_name, input: tool.tool_input },
  ]),
  AfterTool: hookRow(ToolEnd, (tool) => [
    {
      kind: 'tool ended',
      id: toolId(tool),
      tool: tool.tool_name,
      failure: failureOf(tool.tool_response?.error),
    },
  ]),
  Notification: hookRow(Notification, ({ notification_type, message }): HookNews[] =>
    notification_type === 'ToolPermission'
      ? [{ kind: 'waiting', dialog: { kind: 'permission', text: message }, tool: null }]
      : [],
  ),
  AfterAgent: hookRow(z.object({ prompt_response: z.string().nullish() }), ({ prompt_response }) => [
    { kind: 'turn ended', failure: null, lastMessage: prompt_response ?? null, background: 0 },
  ]),
  SessionEnd: hookRow(z.object({ reason: z.string() }), ({ reason }) => [{ kind: 'session ended', reason }]),
})

/** The same at the beginning and at the end of a call, and different for calls with other inputs. */
function toolId({ session_id, tool_name, tool_input }: z.infer<typeof Tool>): string {
  const call = JSON.stringify([session_id, tool_name, tool_input])
  return createHash('sha256').update(call).digest('hex').slice(0, ID_CHARS)
}

function failureOf(error: unknown): string | null {
  if (error === undefined || error === null) return null
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? 'failed')
}
