// A model on loopback that plays scripts, in the four dialects that coding agents speak. Nothing of it reaches a network.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { anthropicMessages } from './anthropic-messages.ts'
import { type Answer, chooseCall, countUsage, type Dialect, json, type Said } from './dialect.ts'
import { geminiContent } from './gemini-content.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { chooseReply, type Scripts } from './script.ts'

const DIALECTS: readonly Dialect[] = [anthropicMessages, openaiResponses, openaiChat, geminiContent]

export interface ScriptedModel extends AsyncDisposable {
  readonly url: string
  /** What was asked, in order: the dialect and the script that was played. */
  readonly asked: readonly {
    readonly dialect: string
    readonly script: string | null
    readonly body: string
  }[]
  /** What was held, and what would be from now on, is said. */
  release(): void
}

interface Planned {
  readonly answer: Answer
  readonly silentMs: number
  readonly isHeld: boolean
}

/** `scripts`: what it plays besides those that are known. */
export async function startScriptedModel(scripts: Scripts = {}): Promise<ScriptedModel> {
  const asked: { dialect: string; script: string | null; body: string }[] = []
  const released = Promise.withResolvers<void>()
  let replies = 0

  const plan = (path: string, raw: string): Planned => {
    const dialect = DIALECTS.find(({ isFor }) => isFor(path))
    if (dialect === undefined) return { ...AT_ONCE, answer: countTokens(path) }
    const body = JSON.parse(raw) as Readonly<Record<string, unknown>>
    const turns = dialect.readTurns(body)
    const { script, reply } = chooseReply(turns, scripts)
    asked.push({ dialect: dialect.name, script, body: raw })
    replies += 1
    const call = reply.tool === undefined ? null : chooseCall(reply.tool, dialect.offeredTools(body))
    const spoken = reply.text ?? (call === null ? 'That tool is not here.' : '')
    const counted = countUsage(turns, spoken)
    const usage = { ...counted, input: reply.inputTokens ?? counted.input }
    const said: Said = { id: `scripted${replies}`, text: spoken, call, usage }
    if (reply.failure !== undefined) return { ...AT_ONCE, answer: dialect.writeFailure(reply.failure) }
    // A title for the conversation is asked for with the same prompt, but without tools: that one is not kept waiting.
    const isSide = dialect.offeredTools(body).length === 0
    const answer = dialect.write(said, { path, body })
    if (isSide) return { ...AT_ONCE, answer }
    const isOver = reply.isSilentOnce && asked.filter((each) => each.script === script).length > 1
    return { answer, silentMs: isOver ? 0 : (reply.silentMs ?? 0), isHeld: reply.isHeld ?? false }
  }

  const server = createServer((request, response) => {
    void respond(request, response, async (path, raw) => {
      const planned = plan(path, raw)
      if (planned.isHeld) await released.promise
      return planned
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    release: () => released.resolve(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const AT_ONCE = { silentMs: 0, isHeld: false } as const

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  reply: (path: string, raw: string) => Promise<Planned>,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const { answer: given, silentMs } = await reply(pathname, await text(request))
  const send = () => {
    response.writeHead(given.status, { 'content-type': given.type })
    response.end(given.text)
  }
  if (silentMs === 0) return send()
  const silence = setTimeout(send, silentMs)
  response.once('close', () => clearTimeout(silence))
}

/** Questions beside the conversation that a program may ask; what else it looks for is not here. */
function countTokens(path: string): Answer {
  if (path.endsWith('/count_tokens')) return json({ input_tokens: 100 })
  if (path.endsWith(':countTokens')) return json({ totalTokens: 100 })
  return json({ error: { type: 'not_found_error', message: 'not scripted' } }, 404)
}
