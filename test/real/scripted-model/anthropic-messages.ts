// Anthropic's Messages, as Claude Code asks.
import { type Dialect, eventStream, json, listOf, type Said, textOf } from './dialect.ts'
import type { Turn } from './script.ts'

const STATUS = { overloaded: 529, 'rate limited': 429 } as const
const ERROR = { overloaded: 'overloaded_error', 'rate limited': 'rate_limit_error' } as const

export const anthropicMessages: Dialect = {
  name: 'anthropic messages',
  isFor: (path) => path.endsWith('/v1/messages'),
  readTurns: (body) =>
    listOf(body['messages'])
      .filter(({ role }) => role === 'user')
      .flatMap(turnsOf),
  offeredTools: (body) => listOf(body['tools']).map(({ name }) => String(name)),
  write: (said, { body }) => {
    const message = messageOf(said, body['model'])
    return body['stream'] === true ? eventStream(eventsOf(message)) : json(message)
  },
  writeFailure: (failure) =>
    json(
      { type: 'error', error: { type: ERROR[failure], message: `Scripted: ${failure}` } },
      STATUS[failure],
    ),
}

function turnsOf({ content }: Readonly<Record<string, unknown>>): Turn[] {
  if (typeof content === 'string') return [{ kind: 'prompt', text: content }]
  return listOf(content).map((block) =>
    block['type'] === 'tool_result' ? { kind: 'result' } : { kind: 'prompt', text: textOf([block]) },
  )
}

function messageOf({ id, text, call, usage }: Said, model: unknown) {
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...(call === null ? [] : [{ type: 'tool_use', id: `toolu_${id}`, ...call } as const]),
  ]
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: call === null ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_read_input_tokens: usage.cacheRead,
      cache_creation_input_tokens: usage.cacheWrite,
    },
  }
}

function eventsOf(message: ReturnType<typeof messageOf>) {
  const { content, stop_reason, stop_sequence, usage } = message
  const events = [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: emptied(block) },
      { type: 'content_block_delta', index, delta: deltaOf(block) },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ]
  return events.map((data) => ({ event: data.type, data }))
}

type Block = ReturnType<typeof messageOf>['content'][number]

function emptied(block: Block) {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

function deltaOf(block: Block) {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
}
