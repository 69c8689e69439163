// The guard: holds the listening socket as descriptor 3, never accepts on it, and keeps the right release behind it.
// A thin shell around `decide`: it carries out effects, and reports what happens.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeAskChild } from './ask-child.ts'
import { makeAwakeClock } from './awake-clock.ts'
import { decide } from './mind/decide.ts'
import type { Effect } from './mind/effect.ts'
import { endStrangers } from './machine/end-strangers.ts'
import { examineEnvironment } from './machine/examine-environment.ts'
import { makeFamily } from './family.ts'
import type { Happening } from './mind/happening.ts'
import { readLedger } from './ledger.ts'
import type { Limits } from './mind/limits.ts'
import { takeLock } from './lock.ts'
import { countMemoryKills, makeMemoryKills } from './machine/memory-kills.ts'
import { makePaperwork } from './paperwork.ts'
import { readSettings } from './settings.ts'
import type { MemoryFacts } from './mind/standby-obstacle.ts'
import { makeState, type State } from './mind/state.ts'
import { tidyReleases } from './tidy-releases.ts'
import { beginTrial } from './mind/trial.ts'
import { verifyRelease } from './verify-release.ts'

/** How each effect is carried out. */
type Acts = { readonly [K in Effect['do']]: (effect: Extract<Effect, { do: K }>) => void }

const TICK_MS = 100
const BEAT_MS = 500
const TEND_MS = 1000

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    heir: { type: 'string' },
  },
})
const { home = '', host = '127.0.0.1', port = '0', heir } = values
const address = { host, port: Number(port) }
const folder = join(home, 'watchdog')
/** The pair of programs that we are one of; the folder has its name. */
const guard = basename(import.meta.dirname)

const SIGNALS = [
  ['SIGTERM', 'stop'],
  ['SIGINT', 'stop'],
  ['SIGUSR2', 'step aside'],
] as const

const monotonicMs = () => performance.now()
const nowMs = makeAwakeClock(monotonicMs)

function run(): void {
  const paperwork = makePaperwork(home)
  const trial = beginTrial(home, guard, paperwork.record)
  let state: State = makeState(readLedger(home), settleLimits(), trial.isOn)
  // Happenings wait for each other: an effect may cause the next one at once.
  const waiting: Happening[] = []
  let busy = false

  const happen = (happening: Happening) => {
    waiting.push(happening)
    if (busy) return
    busy = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [after, effects] = decide(state, next, nowMs())
      state = after
      for (const effect of effects) carryOut(effect)
    }
    busy = false
  }

  const memoryKills = makeMemoryKills(countMemoryKills, nowMs)
  const family = makeFamily({
    home,
    happen,
    nowMs,
    faultOf,
    programOf,
    address: ['--host', host, '--port', port],
    hasRunOutOfMemory: () => memoryKills.wereLately(),
  })

  const limitMs = () => state.limits.probeLimitMs
  const { ask, lookAt } = makeAskChild({ family, happen, address, limitMs, monotonicMs, nowMs })

  const acts: Acts = {
    save: () => paperwork.save(state.ledger),
    spawn: (effect) => family.spawn(effect),
    tell: ({ child, word }) => family.tell(child, word),
    signal: ({ child, signal }) => family.signal(child, signal),
    probe: ({ child, via }) => void ask(child, via),
    examine: () => void findFaults().then((faults) => happen({ kind: 'examined', faults })),
    flip: ({ release }) => paperwork.flip(release),
    record: ({ what }) => paperwork.record(what),
    tidy: () => tidyReleases(home, releasesInUse(state)),
    prove: () => trial.prove(),
    exit: () => process.exit(0),
  }
  const carryOut = (effect: Effect): void => {
    try {
      // The table has a row for each kind; TypeScript can't see that the row fits the effect.
      const act = acts[effect.do] as (effect: Effect) => void
      act(effect)
    } catch (error) {
      // Nothing that goes wrong with one effect may take the guard down with it.
      process.stderr.write(`${new Date().toISOString()} ${effect.do} failed: ${String(error)}\n`)
    }
  }

  for (const [signal, what] of SIGNALS) process.on(signal, () => happen({ kind: 'asked', what }))
  setInterval(() => family.beat(paperwork.trouble()), BEAT_MS)
  setInterval(() => paperwork.tend(), TEND_MS)
  setInterval(() => state.children.forEach(({ id }) => lookAt(id)), TEND_MS)
  setInterval(() => memoryKills.look(), TEND_MS)
  setTimeout(() => endStrangers(home, process.ppid), state.limits.drainMs + state.limits.stopMs)
  setInterval(() => happen({ kind: 'ticked' }), TICK_MS)
  happen({ kind: 'begun', heirTo: heir === undefined ? null : { release: heir } })
}

function releasesInUse({ ledger: { good, servedBefore }, children }: State): Set<string> {
  return new Set([...good, ...children.map((child) => child.release), servedBefore ?? ''])
}

function settleLimits(): Limits {
  const { limits, noStandby } = readSettings(home, readMemory())
  noteStandby(noStandby)
  return limits
}

function readMemory(): MemoryFacts {
  return {
    totalBytes: totalmem(),
    limitBytes: process.constrainedMemory(),
    freeBytes: process.availableMemory(),
  }
}

/** For `status`; a note that can't be written only goes unread. */
function noteStandby(reason: string | null): void {
  const note = join(folder, 'no-standby')
  try {
    if (reason === null) rmSync(note, { force: true })
    else writeFileSync(note, reason)
  } catch (error) {
    process.stderr.write(`${new Date().toISOString()} ${String(error)}\n`)
  }
}

function programOf(role: 'server' | 'safe', release: string): string {
  // Safe mode comes from our own pair, whatever happens to the others.
  return role === 'safe'
    ? join(import.meta.dirname, 'safe-mode.mjs')
    : join(home, 'releases', release, 'server.mjs')
}

function faultOf(role: 'server' | 'safe', release: string): string | undefined {
  return role === 'safe' ? undefined : verifyRelease(home, release)
}

async function findFaults(): Promise<string[]> {
  const findings = await examineEnvironment(home)
  return findings.filter(({ state }) => state === 'fail').map(({ detail }) => detail)
}

// Our words go to a file: on a full disk they are lost, and that must not be the end of us.
process.stderr.on('error', () => undefined)

// Two may try, one wins; and nobody revives anything after `down`.
if (!existsSync(join(folder, 'stopping')) && takeLock(join(folder, 'lock.db'))) run()
else process.exit(0)
