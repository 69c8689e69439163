// OpenAI's Chat Completions, as OpenCode asks.
import { type Dialect, eventStream, json, listOf, type Said, textOf } from './dialect.ts'
import type { Turn } from './script.ts'

const STATUS = { overloaded: 503, 'rate limited': 429 } as const

export const openaiChat: Dialect = {
  name: 'openai chat',
  isFor: (path) => path.endsWith('/v1/chat/completions'),
  readTurns: (body) =>
    listOf(body['messages']).flatMap(({ role, content }): Turn[] => {
      if (role === 'tool') return [{ kind: 'result' }]
      return role === 'user' ? [{ kind: 'prompt', text: textOf(content) }] : []
    }),
  offeredTools: (body) =>
    listOf(body['tools']).flatMap(({ function: tool }) => listOf([tool]).map(({ name }) => String(name))),
  write: (said, { body }) => {
    const base = { id: `chatcmpl_${said.id}`, created: 0, model: body['model'] }
    return body['stream'] === true ? eventStream(chunksOf(said, base)) : json(wholeOf(said, base))
  },
  writeFailure: (failure) =>
    json({ error: { message: `Scripted: ${failure}`, type: 'server_error' } }, STATUS[failure]),
}

function wholeOf(said: Said, base: object) {
  const message = { role: 'assistant', content: said.text, ...callsOf(said) }
  const choices = [{ index: 0, message, finish_reason: finishOf(said) }]
  return { ...base, object: 'chat.completion', choices, usage: usageOf(said) }
}

function chunksOf(said: Said, base: object) {
  const chunk = (delta: object, finish_reason: string | null, more: object = {}) => ({
    data: {
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
      ...more,
    },
  })
  return [
    chunk({ role: 'assistant', content: said.text, ...callsOf(said) }, null),
    chunk({}, finishOf(said), { usage: usageOf(said) }),
    { data: '[DONE]' },
  ]
}

function callsOf({ id, call }: Said) {
  if (call === null) return {}
  const made = { name: call.name, arguments: JSON.stringify(call.input) }
  return { tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: made }] }
}

function finishOf({ call }: Said): string {
  return call === null ? 'stop' : 'tool_calls'
}

function usageOf({ usage }: Said) {
  const input = usage.input + usage.cacheRead
  return {
    prompt_tokens: input,
    completion_tokens: usage.output,
    total_tokens: input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
  }
}
