// The real server with two more routes beside POST /api/messages, for whoever measures that one: one that does all of it but the
// writing, and one that gives each message a commit of its own. Tells its address and token, its processor time whenever it is asked, and ends with its parent.
import type { FastifyInstance } from 'fastify'
import { acceptMessage } from '../../src/core/mail/accept-message.ts'
import { inTurn } from '../../src/lib/in-turn.ts'
import { SendMessage, SentMessage } from '../../src/protocol/messages/message.ts'
import type { Context } from '../../src/server/context.ts'
import { startServer } from '../../test/fixtures/start-server.ts'

const config = { access: ['owner'] } as const

function plant(app: FastifyInstance, context: Context): void {
  const waiting: (() => Promise<void>)[] = []
  const oneByOne = inTurn(async () => waiting.shift()?.())

  app.post('/bench/nothing', { config }, async ({ body, principal }, reply) => {
    const { id } = SendMessage.parse(body)
    if (!principal) throw new Error('the guard let nobody in')
    await context.spool.empty()
    return reply.code(201).send(JSON.stringify(SentMessage.parse({ id, seq: 1, receipt: 'accepted' })))
  })
  app.post('/bench/single', { config }, async ({ body, principal }, reply) => {
    const request = SendMessage.parse(body)
    if (!principal) throw new Error('the guard let nobody in')
    const { promise, resolve, reject } = Promise.withResolvers<{ id: string; seq: number }>()
    waiting.push(() =>
      acceptMessage(context, request, principal).then(({ message }) => resolve(message), reject),
    )
    void oneByOne()
    const { id, seq } = await promise
    return reply.code(201).send(JSON.stringify(SentMessage.parse({ id, seq, receipt: 'accepted' })))
  })
}

const server = await startServer({ log: { level: 'error' } }, plant)
process.send?.({ port: server.port, token: server.owner })
process.on('message', () => process.send?.(process.cpuUsage()))
process.once('disconnect', () => void server[Symbol.asyncDispose]().then(() => process.exit(0)))
