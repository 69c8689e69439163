// Stands in for cmux's server: takes the hooks of an agent, reads them as cmux would, and answers as the test says.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import type { HookNews } from '../../src/core/agents/runtime.ts'

export const TOKEN = 'token-of-a-test'

export interface HookRecorder extends AsyncDisposable {
  readonly url: string
  /** What the hooks told, in the order in which they came. */
  readonly news: readonly HookNews[]
  /** Their names, for a test that fails. */
  readonly events: readonly string[]
  /** What the next hook of this name is answered, once. */
  readonly answers: Map<string, object>
}

export async function startHookRecorder(): Promise<HookRecorder> {
  const news: HookNews[] = []
  const events: string[] = []
  const answers = new Map<string, object>()
  const take = async (request: IncomingMessage): Promise<string | undefined> => {
    const [, runtime = '', event = ''] = /^\/api\/hooks\/([a-z]+)\/([\w.]+)$/.exec(request.url ?? '') ?? []
    const known = Object.values(ALL_RUNTIMES).find(({ name }) => name === runtime)
    const { authorization, 'x-cmux-request': id } = request.headers
    const payload = JSON.parse(await text(request)) as Record<string, unknown>
    if (known === undefined || authorization !== `Bearer ${TOKEN}` || id === undefined) return undefined
    events.push(event)
    news.push(...known.readHook(event, payload))
    const answer = answers.get(event)
    answers.delete(event)
    return answer === undefined ? '' : JSON.stringify(answer)
  }
  const server = createServer((request, response) => {
    void take(request).then((answer) => response.writeHead(answer === undefined ? 403 : 200).end(answer))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    news,
    events,
    answers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
