// The hooks that Claude Code and Codex have in common: the same events, with the same fields.
import { z } from 'zod'
import type { Dialog, HookNews } from '../../core/agents/runtime.ts'
import { cutText } from './cut-text.ts'
import { hookRow, type HookRow } from './read-by-table.ts'

/** Dialogs are shown in lists and notices. */
const DIALOG_TEXT_MAX_CHARS = 300

const Session = z.object({
  session_id: z.string(),
  transcript_path: z.string().nullish(),
  source: z.string().default('startup'),
})
const Tool = z.object({ tool_name: z.string(), tool_input: z.unknown().optional(), tool_use_id: z.string() })
const ToolRequest = z.object({ tool_name: z.string(), tool_input: z.unknown().optional() })
const Question = z.object({ questions: z.array(z.object({ question: z.string() })).min(1) })
/** What a tool is about, in the words of most tools. */
const Matter = z.object({ command: z.string(), file_path: z.string(), url: z.string() }).partial()
const Stop = z.object({
  last_assistant_message: z.string().nullish(),
  background_tasks: z.array(z.object({ status: z.string().default('running') })).default([]),
})
const Subagent = z.object({ agent_id: z.string(), agent_type: z.string() })

export const TOOL_HOOKS: Readonly<Record<string, HookRow>> = {
  SessionStart: hookRow(Session, ({ session_id, transcript_path, source }) => [
    { kind: 'session', sessionId: session_id, transcript: transcript_path ?? null, source },
  ]),
  UserPromptSubmit: hookRow(z.object({ prompt: z.string() }), ({ prompt }) => [
    { kind: 'turn started', prompt },
  ]),
  PreToolUse: hookRow(Tool, ({ tool_use_id, tool_name, tool_input }) => [
    { kind: 'tool started', id: tool_use_id, tool: tool_name, input: tool_input },
  ]),
  PostToolUse: hookRow(Tool, ({ tool_use_id, tool_name }) => [
    { kind: 'tool ended', id: tool_use_id, tool: tool_name, failure: null },
  ]),
  PermissionRequest: hookRow(ToolRequest, ({ tool_name, tool_input }) => [tellDialog(tool_name, tool_input)]),
  Stop: hookRow(Stop, ({ last_assistant_message, background_tasks }) => [
    {
      kind: 'turn ended',
      failure: null,
      lastMessage: last_assistant_message ?? null,
      background: background_tasks.filter(({ status }) => status === 'running').length,
    },
  ]),
  PreCompact: hookRow(z.object({}), () => [{ kind: 'compaction', phase: 'before' }]),
  PostCompact: hookRow(z.object({}), () => [{ kind: 'compaction', phase: 'after' }]),
  SubagentStart: hookRow(Subagent, (agent) => tellSubagent('started', agent)),
  SubagentStop: hookRow(Subagent, (agent) => tellSubagent('ended', agent)),
  SessionEnd: hookRow(z.object({ reason: z.string() }), ({ reason }) => [{ kind: 'session ended', reason }]),
}

/** Without a type it is the program's own doing (a compaction, a title), which started no subagent either. */
function tellSubagent(phase: 'started' | 'ended', agent: z.infer<typeof Subagent>): HookNews[] {
  return agent.agent_type === '' ? [] : [{ kind: 'subagent', phase, id: agent.agent_id }]
}

/** What a question is about is for the person alone; a permission is bound to what the tool is given. */
function tellDialog(tool: string, input: unknown): HookNews {
  const dialog = dialogOf(tool, input)
  return { kind: 'waiting', dialog, tool, ...(dialog.kind === 'permission' && { input }) }
}

function dialogOf(tool: string, input: unknown): Dialog {
  const asked = Question.safeParse(input)
  if (asked.success)
    return { kind: 'question', text: cut(asked.data.questions.map(({ question }) => question).join(' ')) }
  const { command, file_path, url } = Matter.safeParse(input).data ?? {}
  const matter = command ?? file_path ?? url ?? JSON.stringify(input) ?? ''
  return { kind: 'permission', text: cut(`${tool}: ${matter}`) }
}

function cut(text: string): string {
  return cutText(text, DIALOG_TEXT_MAX_CHARS)
}
