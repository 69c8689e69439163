// What our plug-in in OpenCode tells. A child session is a subagent's: its turns are not the agent's.
import { z } from 'zod'
import type { HookNews } from '../../../core/agents/runtime.ts'
import { cutText } from '../cut-text.ts'
import { hookRow, readByTable } from '../read-by-table.ts'

const DIALOG_TEXT_MAX_CHARS = 300

const Session = z.object({ sessionID: z.string(), child: z.boolean().default(false) })
const Tool = z.object({ callID: z.string(), tool: z.string(), input: z.unknown().optional() })
const Permission = z.object({ permission: z.string(), patterns: z.array(z.string()).default([]) })
const Question = z.object({ questions: z.array(z.object({ question: z.string() })).min(1) })
const Idle = Session.extend({
  error: z
    .object({ name: z.string(), data: z.object({ message: z.string() }).partial().nullish() })
    .nullish(),
})
const Tokens = z.number().nonnegative().default(0)
const Answer = z.object({
  child: z.boolean().default(false),
  info: z.object({
    role: z.literal('assistant'),
    id: z.string(),
    modelID: z.string(),
    tokens: z.object({
      input: Tokens,
      output: Tokens,
      reasoning: Tokens,
      cache: z.object({ read: Tokens, write: Tokens }),
    }),
  }),
})

export const readOpencodeHook = readByTable({
  'session.created': hookRow(Session, ({ sessionID, child }): HookNews[] =>
    child
      ? [{ kind: 'subagent', phase: 'started', id: sessionID }]
      : [{ kind: 'session', sessionId: sessionID, transcript: null, source: 'startup' }],
  ),
  'chat.message': hookRow(Session.extend({ prompt: z.string() }), ({ child, prompt }): HookNews[] =>
    child ? [] : [{ kind: 'turn started', prompt }],
  ),
  'tool.execute.before': hookRow(Tool, ({ callID, tool, input }) => [
    { kind: 'tool started', id: callID, tool, input },
  ]),
  'tool.execute.after': hookRow(Tool, ({ callID, tool }) => [
    { kind: 'tool ended', id: callID, tool, failure: null },
  ]),
  'permission.asked': hookRow(Permission, ({ permission, patterns }) => [
    waiting('permission', [permission, ...patterns].join(' '), permission),
  ]),
  'question.asked': hookRow(Question, ({ questions }) => [
    waiting('question', questions.map(({ question }) => question).join(' '), null),
  ]),
  'session.compacted': hookRow(Session, ({ child }): HookNews[] =>
    child ? [] : [{ kind: 'compaction', phase: 'after' }],
  ),
  'message.updated': hookRow(Answer, ({ child, info: { id, modelID, tokens } }) => [
    {
      kind: 'usage',
      ...(child && { ofSubagent: true as const }),
      message: id,
      model: modelID,
      input: tokens.input,
      output: tokens.output + tokens.reasoning,
      cacheRead: tokens.cache.read,
      cacheWrite: tokens.cache.write,
    },
  ]),
  'session.idle': hookRow(Idle, ({ sessionID, child, error }): HookNews[] => {
    if (child) return [{ kind: 'subagent', phase: 'ended', id: sessionID }]
    const failure = error ? (error.data?.message ?? error.name) : null
    return [{ kind: 'turn ended', failure, lastMessage: null, background: 0 }]
  }),
})

function waiting(kind: 'permission' | 'question', text: string, tool: string | null): HookNews {
  return { kind: 'waiting', dialog: { kind, text: cutText(text, DIALOG_TEXT_MAX_CHARS) }, tool }
}
