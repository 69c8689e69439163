// Safe mode as a process: a child like any server, with the socket as descriptor 3, that keeps the port answering and the
// mailbox open while no release is well.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { answerSafely } from './answer-safely.ts'
import { makeDiagnosis } from './diagnosis.ts'
import { examineEnvironment } from './examine-environment.ts'
import { makeSafeServer, type SafeServer } from './safe-server.ts'
import { parseOrder, type WordDown, type WordUp } from './message.ts'

const SOCKET = 3
const BEAT_MS = 500
/** How long a request may hold up the next leader. */
const FINISH_LIMIT_MS = 5000
/** How long connections without a request may stay: an idle one is closed after 6 s, and the watchdog waits 10. */
const EMPTY_LIMIT_MS = 8000
/** The watchdog waits 5 s before it kills. */
const STOP_LIMIT_MS = 3000

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    door: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
  },
})
const { home = '', door = '', port = '0' } = values

async function run(): Promise<void> {
  const diagnosis = makeDiagnosis(
    () => examineEnvironment(home),
    () => performance.now(),
  )
  const desk = { home, port: Number(port), diagnosis }
  const onPort = makeSafeServer((request) => answerSafely(desk, 'port', request))
  const onDoor = makeSafeServer((request) => answerSafely(desk, 'door', request))
  let draining = false

  const acts: Readonly<Record<WordDown, () => Promise<void>>> = {
    listen: async () => {
      await onPort.listen({ fd: SOCKET })
      say('listening')
    },
    lead: async () => {
      await onPort.listen({ fd: SOCKET })
      say('leading')
    },
    drain: async () => {
      draining = true
      onPort.close()
      setTimeout(leave, EMPTY_LIMIT_MS)
      await within(FINISH_LIMIT_MS, onPort.answered())
      say('yielded')
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

  process.on('message', (message) => {
    const order = parseOrder(message)
    if (order !== undefined) acts[order]().catch(fail)
  })
  process.once('disconnect', () => void stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  setInterval(() => say('beat'), BEAT_MS)
  await openDoor(onDoor)
  say('loaded')
}

/** A home that can't be written has no door, and is just when the port must answer: so it goes on without. */
async function openDoor(server: SafeServer): Promise<void> {
  try {
    // Left over by a process that had our watchdog's number.
    rmSync(door, { force: true })
    await server.listen({ path: door })
  } catch (error) {
    tellOf(error)
  }
}

function say(word: WordUp): void {
  // A closed pipe tells so by `disconnect`.
  if (process.connected) process.send?.({ word }, undefined, undefined, () => undefined)
}

function leave(): void {
  process.exit(0)
}

/** The watchdog starts another one. */
function fail(error: unknown): void {
  tellOf(error)
  process.exit(1)
}

function tellOf(error: unknown): void {
  process.stderr.write(`safe mode: ${error instanceof Error ? error.stack : String(error)}\n`)
}

async function within(limitMs: number, done: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const limit = setTimeout(late.resolve, limitMs)
  await Promise.race([done, late.promise])
  clearTimeout(limit)
}

run().catch(fail)
