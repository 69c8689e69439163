// The versions that run at the moment: each is asked how it is, and ended in three steps: what is under way ends, it is told to, it
// has to.
import type { PorterState, Version } from '../protocol/wards/porter.ts'
import type { Seen } from './decide-porter.ts'
import type { Upstream } from './pass-on.ts'
import { probeHealth } from './probe-health.ts'
import { startChild, type Child } from './start-child.ts'

/** While it starts, whoever waits for it wants to know soon. */
const FIRST_PROBES_MS = 100
const PROBE_LIMIT_MS = 2000
const MISSES_MAX = 3
const GOOD_MAX = 100
/** What has no health to ask for is well when it has lived that long. */
const ALIVE_MS = 500
const DRAIN_MS = 10_000
const STOP_MS = 5000

interface Kept extends Upstream {
  readonly child: Child
  isReady: boolean
  good: number
  misses: number
  fault: string | null
  askedMs: number
  isAsked: boolean
  /** Since when it ends; null while it is wanted. */
  endsMs: number | null
  toldMs: number | null
}

export interface Versions {
  see(): Seen[]
  describe(): PorterState['children']
  upstream(key: string | null | undefined): Upstream | undefined
  start(version: Version, fixedPort: number): Promise<void>
  end(key: string): void
  blame(key: string, why: string): void
  /** Asks those whose time has come, ends those whose time is over. */
  tend(nowMs: number): void
  /** At once. */
  killAll(): void
}

/** `wake`: something has happened that is worth a look. */
export function makeVersions(wake: () => void): Versions {
  const all = new Set<Kept>()
  const find = (key: string | null | undefined) =>
    [...all].find((one) => one.key === key && one.endsMs === null)
  return {
    see: () =>
      [...all].map(({ key, isReady, fault, endsMs }) => ({ key, isReady, fault, isEnding: endsMs !== null })),
    describe: () =>
      [...all].map(({ key, port, isReady, good, child }) => ({ key, pid: child.pid, port, isReady, good })),
    upstream: find,
    async start(version, fixedPort) {
      const child = await startChild(version, fixedPort, wake)
      const { port } = child
      const { key } = version
      const counts = {
        inFlight: 0,
        good: 0,
        misses: 0,
        askedMs: Number.NEGATIVE_INFINITY,
        endsMs: null,
        toldMs: null,
      }
      all.add({ key, port, child, isReady: false, fault: null, isAsked: false, ...counts })
    },
    end(key) {
      const one = find(key)
      if (one) one.endsMs = performance.now()
    },
    blame(key, why) {
      const one = find(key)
      if (one) one.fault ??= why
      wake()
    },
    tend(nowMs) {
      for (const one of all) {
        const end = one.child.end()
        if (one.endsMs !== null) finish(one, nowMs, one.endsMs)
        else if (end !== null) one.fault ??= end
        else ask(one, nowMs, wake)
        if (end !== null && one.endsMs !== null) all.delete(one)
      }
    },
    killAll: () => all.forEach(({ child }) => child.signal('SIGKILL')),
  }
}

function finish(one: Kept, nowMs: number, endsMs: number): void {
  const isDone = one.inFlight === 0 || one.fault !== null || nowMs - endsMs > DRAIN_MS
  if (one.toldMs === null && isDone) {
    one.toldMs = nowMs
    one.child.signal('SIGTERM')
  }
  // Also when it has ended: what it has started may not have.
  if (one.toldMs !== null && (nowMs - one.toldMs > STOP_MS || one.child.end() !== null))
    one.child.signal('SIGKILL')
}

function ask(one: Kept, nowMs: number, wake: () => void): void {
  const { child, isReady } = one
  const { health, probeMs } = child.version
  const agedMs = nowMs - child.startedMs
  if (health === null) {
    if (agedMs >= ALIVE_MS) one.isReady = true
    one.good = one.isReady ? Math.min(GOOD_MAX, Math.floor(agedMs / probeMs)) : 0
    return
  }
  if (one.isAsked || nowMs - one.askedMs < (isReady ? probeMs : Math.min(probeMs, FIRST_PROBES_MS))) return
  one.isAsked = true
  one.askedMs = nowMs
  void hear(one, health, wake)
}

async function hear(one: Kept, health: string, wake: () => void): Promise<void> {
  const { startedMs, port, version } = one.child
  const wrong = await probeHealth(port, health, PROBE_LIMIT_MS)
  one.isAsked = false
  if (wrong === undefined) {
    one.isReady = true
    one.good = Math.min(GOOD_MAX, one.good + 1)
    one.misses = 0
  } else if (one.isReady) {
    one.misses += 1
    one.good = 0
    if (one.misses >= MISSES_MAX) one.fault ??= `got sick: ${wrong}`
  } else if (performance.now() - startedMs > version.readyMs)
    one.fault ??= `was not well within ${version.readyMs / 1000} s: ${wrong}`
  wake()
}
