// A server without a watchdog: opens the port itself and leads at once. For tests, and for whoever debugs in a terminal.
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import type { Context } from '../context.ts'
import { openAgentSocket } from '../agent-socket.ts'
import { stopApp } from '../http/stop-app.ts'
import { listen } from './listen.ts'
import { KEPT_AFTER_MS, type CompiledCode } from '../load-program.ts'
import { startWork } from './start-work.ts'

export async function serveAlone(
  app: FastifyInstance,
  context: Context,
  { settings, compiled }: { settings: Settings; compiled: CompiledCode },
): Promise<void> {
  await context.lead()
  const port = await listen(app, settings)
  context.addresses.setPort(port)
  await openAgentSocket(app, context.home)
  const work = await startWork(context)
  setTimeout(() => compiled.keep('led'), KEPT_AFTER_MS).unref()
  process.send?.({ kind: 'ready', url: context.addresses.url() })
  const reason = await stopSignal()
  context.log.info({ reason }, 'stopping')
  await stopApp(app, context)
  await work.stop(reason)
}

function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  // Whoever started us may leave: that is no reason to stop.
  process.on('disconnect', () => undefined)
  return promise
}
