// OpenAI's Responses, as Codex asks.
import { type Dialect, eventStream, json, listOf, type Said, textOf } from './dialect.ts'
import type { Turn } from './script.ts'

const STATUS = { overloaded: 503, 'rate limited': 429 } as const

export const openaiResponses: Dialect = {
  name: 'openai responses',
  isFor: (path) => path.endsWith('/v1/responses'),
  readTurns: ({ input }) =>
    typeof input === 'string' ? [{ kind: 'prompt', text: input }] : listOf(input).flatMap(turnsOf),
  // Tools of an MCP server stand in a namespace of their own.
  offeredTools: (body) =>
    listOf(body['tools']).flatMap(({ name, type, tools }) =>
      type === 'namespace'
        ? listOf(tools).map((tool) => `${String(name)}__${String(tool['name'])}`)
        : [String(name)],
    ),
  write: (said, { body }) => {
    const output = outputOf(said, listOf(body['tools']))
    const response = responseOf(said, body['model'], output)
    return body['stream'] === true ? eventStream(eventsOf(response)) : json(response)
  },
  writeFailure: (failure) =>
    json({ error: { message: `Scripted: ${failure}`, type: 'server_error' } }, STATUS[failure]),
}

function turnsOf({ type, role, content }: Readonly<Record<string, unknown>>): Turn[] {
  if (String(type).endsWith('_call_output')) return [{ kind: 'result' }]
  return role === 'user' ? [{ kind: 'prompt', text: textOf(content) }] : []
}

function outputOf({ id, text, call }: Said, tools: readonly Readonly<Record<string, unknown>>[]) {
  const message = {
    type: 'message',
    id: `msg_${id}`,
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  } as const
  if (call === null) return [message]
  const space = tools.find(
    ({ type, name }) => type === 'namespace' && call.name.startsWith(`${String(name)}__`),
  )
  const namespace = space === undefined ? {} : { namespace: String(space['name']) }
  const name = space === undefined ? call.name : call.name.slice(String(space['name']).length + '__'.length)
  const made = {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: `call_${id}`,
    status: 'completed',
    name,
    ...namespace,
    arguments: JSON.stringify(call.input),
  } as const
  return text === '' ? [made] : [message, made]
}

type Output = ReturnType<typeof outputOf>

function responseOf({ id, usage }: Said, model: unknown, output: Output) {
  const input = usage.input + usage.cacheRead
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model,
    output,
    parallel_tool_calls: true,
    tools: [],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: usage.cacheRead },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + usage.output,
    },
  }
}

function eventsOf(response: ReturnType<typeof responseOf>) {
  const started = { ...response, status: 'in_progress', output: [], usage: null }
  const events = [
    { type: 'response.created', response: started },
    ...response.output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item: begun(item) },
      ...deltasOf(item, output_index),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response },
  ]
  return events.map((event, sequence_number) => ({ event: event.type, data: { ...event, sequence_number } }))
}

function begun(item: Output[number]) {
  return item.type === 'message'
    ? { ...item, status: 'in_progress', content: [] }
    : { ...item, status: 'in_progress', arguments: '' }
}

function deltasOf(item: Output[number], output_index: number) {
  const place = { output_index, item_id: item.id }
  if (item.type === 'function_call')
    return [
      { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments },
      { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
    ]
  return item.content.flatMap((part, content_index) => [
    { type: 'response.content_part.added', ...place, content_index, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, content_index, delta: part.text },
    { type: 'response.output_text.done', ...place, content_index, text: part.text },
    { type: 'response.content_part.done', ...place, content_index, part },
  ])
}
