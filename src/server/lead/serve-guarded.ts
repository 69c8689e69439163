// A server under a watchdog: loads, says so, and waits. It listens, leads, drains and goes when told; and when the watchdog
// itself is gone, it is the server that brings it back.
import { existsSync } from 'node:fs'
import http from 'node:http'
import { basename, dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inheritedGuardian, startGuardian, type Guardian } from '../../adapters/process/guardian.ts'
import { isLocked } from '../../adapters/store/lock-home.ts'
import type { Context } from '../context.ts'
import { watchTraffic } from '../http/traffic.ts'
import { inheritLead } from './inherit-lead.ts'
import { openAgentSocket } from '../agent-socket.ts'
import { isGuardOnTrial } from '../observe/observe-watchdog.ts'
import { KEPT_AFTER_MS, type CompiledCode } from '../load-program.ts'
import { shortenPath } from './shorten-path.ts'
import { startWork } from './start-work.ts'
import type { Superior } from './superior.ts'
import { makeTerm } from './term.ts'

const BEAT_MS = 500
/** Ten beats missed are no accident. */
const SILENCE_MAX_MS = 5000
/** A watchdog that we started and that is gone sooner than this has found another one there. */
const GUARDIAN_LIFE_MIN_MS = 1000
const SOCKET = 3
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Resolves when it is over, with the signal that ended it, if one did. */
export async function serveGuarded(
  app: FastifyInstance,
  context: Context,
  { superior, door, compiled }: { superior: Superior; door: string; compiled: CompiledCode },
): Promise<NodeJS.Signals | undefined> {
  const traffic = watchTraffic(app, context)
  await app.ready()
  await openDoor(app, door)
  const over = Promise.withResolvers<string>()
  let replacedMs = Number.NEGATIVE_INFINITY

  const begin = async () => {
    // The lock first: whoever listens without it would accept what it must not answer.
    await context.leadership.take()
    await Promise.all([listenOnce(app), context.lead()])
    await openAgentSocket(app, context.home)
    const work = await startWork(context)
    setTimeout(() => compiled.keep('led'), KEPT_AFTER_MS).unref()
    return work
  }
  const term = makeTerm({ begin, giveAway: () => traffic.drain() })
  const orders: Readonly<Record<string, () => Promise<void>>> = {
    listen: async () => {
      await listenOnce(app)
      superior.say('listening')
    },
    lead: async () => {
      if (await term.lead()) superior.say('leading')
    },
    drain: async () => {
      if (await term.handOver()) superior.say('yielded')
    },
  }
  const obey = (guardian: Guardian) =>
    superior.follow(
      guardian,
      (word) => void orders[word]?.().catch(over.reject),
      () => void replaceGuardian().catch(over.reject),
    )
  const replaceGuardian = async () => {
    const reason = term.isHandedOver() ? 'handed over' : await reasonToGo(context, replacedMs)
    if (reason !== undefined || !(await term.lead())) {
      over.resolve(reason ?? 'the term is over')
      return
    }
    replacedMs = context.clock.monotonicMs()
    context.log.warn('the watchdog is gone: starting another')
    const guardian = startGuardian(guardianArguments(context))
    obey(guardian)
    superior.say('leading')
    // One on trial has to take over for real; the proven one may have its reasons not to.
    const { readySec, drainSec } = context.config.watchdog
    const judge = () => void (!term.isHandedOver() && isGuardOnTrial(context.home) && guardian.end())
    setTimeout(judge, (readySec + drainSec) * 1000).unref()
  }

  const beat = setInterval(() => {
    superior.say('beat')
    superior.endIfSilent(SILENCE_MAX_MS)
  }, BEAT_MS)
  for (const signal of SIGNALS) process.once(signal, () => over.resolve(signal))
  obey(inheritedGuardian())
  superior.say('loaded')
  const reason = await over.promise
  clearInterval(beat)
  if (term.isHandedOver()) await traffic.emptied()
  else await term.stop(reason)
  return SIGNALS.find((signal) => signal === reason)
}

/** Why we are not the one to bring a watchdog back, or undefined when we are. */
async function reasonToGo(context: Context, replacedMs: number): Promise<string | undefined> {
  // `down` leaves a note first: then nobody is to be brought back.
  if (existsSync(join(context.home, 'watchdog', 'stopping'))) return 'cmux is being stopped'
  if (!context.leadership.isLeading() && !(await inheritLead(context))) return 'another server leads'
  // Ours ended at once because another has the lock: then that one decides who leads, and it does not know us.
  const wasShort = context.clock.monotonicMs() - replacedMs < GUARDIAN_LIFE_MIN_MS
  return wasShort && isLocked(join(context.home, 'watchdog', 'lock.db'))
    ? 'another watchdog is in charge'
    : undefined
}

async function listenOnce(app: FastifyInstance): Promise<void> {
  if (app.server.listening) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  app.server.once('error', reject)
  app.server.listen({ fd: SOCKET }, resolve)
  await promise
}

function guardianArguments({ home, config, release }: Context): string[] {
  const program = join(home, 'watchdog', 'watchdog.mjs')
  return [program, '--home', home, '--host', config.host, '--port', String(config.port), '--heir', release.id]
}

/** The same routes on a socket that only this home's owner can reach, so that this very process can be asked. */
async function openDoor(app: FastifyInstance, path: string): Promise<void> {
  const server = http.createServer((request, response) => app.routing(request, response))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(shortenPath(dirname(path), basename(path)), resolve)
  server.unref()
  await promise
}
