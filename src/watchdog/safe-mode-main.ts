// Safe mode as a process: a child like any server, with the socket as descriptor 3, that keeps the port answering and the
// mailbox open while no release is well.
import { parseArgs } from 'node:util'
import { answerSafely } from './safe-mode/answer-safely.ts'
import { makeDiagnosis } from './diagnosis.ts'
import { examineEnvironment } from './machine/examine-environment.ts'
import type { WordDown } from './message.ts'
import { makeSafeServer } from './safe-mode/safe-server.ts'
import { followSuperior } from './superior.ts'

const SOCKET = 3
/** How long a request may hold up the next leader. */
const FINISH_LIMIT_MS = 5000
/** How long connections without a request may stay: an idle one is closed after 6 s, and the watchdog waits 10. */
const EMPTY_LIMIT_MS = 8000
/** The watchdog waits 5 s before it kills. */
const STOP_LIMIT_MS = 3000

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
  },
})
const { home = '', host = '127.0.0.1', port = '0' } = values

function run(): void {
  const diagnosis = makeDiagnosis(
    () => examineEnvironment(home),
    () => performance.now(),
  )
  const desk = { home, port: Number(port), diagnosis }
  const onPort = makeSafeServer((request) => answerSafely(desk, request))
  let draining = false

  const acts: Readonly<Record<WordDown, () => Promise<void>>> = {
    listen: async () => {
      await onPort.listen({ fd: SOCKET })
      superior.say('listening')
    },
    lead: async () => {
      await onPort.listen({ fd: SOCKET })
      superior.say('leading')
    },
    drain: async () => {
      draining = true
      onPort.close()
      setTimeout(leave, EMPTY_LIMIT_MS)
      await within(FINISH_LIMIT_MS, onPort.answered())
      superior.say('yielded')
      await onPort.emptied
      leave()
    },
    beat: () => Promise.resolve(),
  }

  const stop = async () => {
    // In a swap the order to go comes while connections are still open; those have their own limit.
    if (draining) return
    onPort.close()
    await within(STOP_LIMIT_MS, onPort.answered())
    leave()
  }

  const superior = followSuperior({
    home,
    address: ['--host', host, '--port', port],
    hear: (word) => void acts[word]().catch(fail),
    async mayReplace() {
      // A server has taken over already, and looks after the watchdog itself.
      if (draining) return false
      await onPort.listen({ fd: SOCKET })
      return true
    },
    leave: () => void stop(),
    nowMs: () => performance.now(),
  })
  // Our words go to a file: on a full disk they are lost, and that must not be the end of us.
  process.stderr.on('error', () => undefined)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  superior.say('loaded')
}

function leave(): void {
  process.exit(0)
}

/** The watchdog starts another one. */
function fail(error: unknown): void {
  process.stderr.write(`safe mode: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

async function within(limitMs: number, done: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const limit = setTimeout(late.resolve, limitMs)
  await Promise.race([done, late.promise])
  clearTimeout(limit)
}

run()
