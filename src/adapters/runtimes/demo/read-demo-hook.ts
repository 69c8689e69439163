// What the demo agent's hooks tell, in our words. Its payloads have the shape of Claude Code's.
import type { HookNews } from '../../../core/agents/runtime.ts'

type Payload = Readonly<Record<string, unknown>>

const EVENTS: Readonly<Record<string, (payload: Payload) => HookNews[]>> = {
  SessionStart: (payload) => [
    {
      kind: 'session',
      sessionId: text(payload['session_id']),
      transcript: textOrNull(payload['transcript_path']),
      source: text(payload['source']),
    },
  ],
  UserPromptSubmit: ({ prompt }) => [{ kind: 'turn started', prompt: textOrNull(prompt) }],
  PreToolUse: (payload) => [
    {
      kind: 'tool started',
      id: text(payload['tool_use_id']),
      tool: text(payload['tool_name']),
      input: payload['tool_input'] ?? null,
    },
  ],
  PostToolUse: (payload) => [toolEnded(payload, null)],
  PostToolUseFailure: (payload) => [toolEnded(payload, text(payload['error']))],
  PermissionRequest: (payload) => [
    {
      kind: 'waiting',
      dialog: { kind: 'permission', text: `${text(payload['tool_name'])} needs permission` },
      tool: textOrNull(payload['tool_name']),
      input: payload['tool_input'] ?? null,
    },
  ],
  Notification: ({ notification_type: type, message }) => {
    if (type === 'idle_prompt') return [{ kind: 'idle' }]
    if (type !== 'permission_prompt') return []
    return [{ kind: 'waiting', dialog: { kind: 'permission', text: text(message) }, tool: null }]
  },
  Stop: (payload) => [turnEnded(payload, null)],
  StopFailure: (payload) => [turnEnded(payload, text(payload['error']))],
  PreCompact: () => [{ kind: 'compaction', phase: 'before' }],
  PostCompact: () => [{ kind: 'compaction', phase: 'after' }],
  SessionEnd: ({ reason }) => [{ kind: 'session ended', reason: text(reason) }],
}

export function readDemoHook(event: string, payload: Payload): HookNews[] {
  return Object.hasOwn(EVENTS, event) ? (EVENTS[event]?.(payload) ?? []) : []
}

function toolEnded(payload: Payload, failure: string | null): HookNews {
  const [id, tool] = [text(payload['tool_use_id']), text(payload['tool_name'])]
  return { kind: 'tool ended', id, tool, failure }
}

function turnEnded(payload: Payload, failure: string | null): HookNews {
  const { last_assistant_message: message, background_tasks: tasks } = payload
  const background = Array.isArray(tasks) ? tasks.length : 0
  return { kind: 'turn ended', failure, lastMessage: textOrNull(message), background }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
const text = (value: unknown) => textOrNull(value) ?? ''
