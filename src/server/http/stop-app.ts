// Stops serving: streams are told to reconnect, requests under way are finished, and nobody who doesn't read can hold
// up the rest.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

type Deps = Pick<Context, 'clock' | 'connections' | 'waits'>

/** Enough for a farewell over loopback; the process itself has 4 s to stop. */
const FAREWELL_LIMIT_MS = 2000

export async function stopApp(app: FastifyInstance, context: Deps): Promise<void> {
  context.connections.endAll()
  context.waits.endAll()
  const cancel = context.clock.after(FAREWELL_LIMIT_MS, () => {
    for (const client of app.websocketServer.clients) client.terminate()
    app.server.closeAllConnections()
  })
  await app.close()
  cancel()
}
