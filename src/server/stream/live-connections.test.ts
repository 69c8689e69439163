import { describe, expect, test } from 'vitest'
import type { Principal } from '../../core/access/principal.ts'
import type { Clock } from '../../core/clock.ts'
import type { TokenId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { makeLiveConnections } from './live-connections.ts'

const DAY_MS = 86_400_000
/** What setTimeout takes; beyond it, it fires at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** A clock that goes on when it is told to, with the limits of the real timer. */
function makeSteppedClock() {
  let nowMs = 0
  const timers = new Map<object, { atMs: number; call: () => void }>()
  const clock: Clock = {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    after(ms, then) {
      const key = {}
      timers.set(key, { atMs: nowMs + (ms > TIMER_MAX_MS ? 1 : ms), call: then })
      return () => timers.delete(key)
    },
  }
  const advance = (ms: number) => {
    const untilMs = nowMs + ms
    for (;;) {
      const [due] = [...timers].toSorted(([, a], [, b]) => a.atMs - b.atMs)
      if (!due || due[1].atMs > untilMs) break
      timers.delete(due[0])
      nowMs = due[1].atMs
      due[1].call()
    }
    nowMs = untilMs
  }
  return { clock, advance, timers }
}

const principal = (id: string, expiresInMs: number | null): Principal => ({
  tokenId: id as TokenId,
  role: 'human',
  agent: null,
  generation: null,
  actor: 'human',
  expiresAt: expiresInMs === null ? null : timestampFromMs(expiresInMs),
})

describe('an open stream', () => {
  test.each([1000, DAY_MS, 30 * DAY_MS, 366 * DAY_MS])(
    '[P7] ends when its login does, %i ms later, and not before',
    (expiresInMs) => {
      const { clock, advance } = makeSteppedClock()
      const ends: string[] = []
      const connections = makeLiveConnections(clock, 1)
      using _open = connections.add(principal('a', expiresInMs), (reason) => ends.push(reason))
      advance(expiresInMs - 1)
      expect(ends).toEqual([])
      advance(1)
      expect(ends).toEqual(['expired'])
    },
  )

  test('[P8] leaves no timer behind', () => {
    const { clock, advance, timers } = makeSteppedClock()
    const connections = makeLiveConnections(clock, 1)
    const open = connections.add(principal('a', 60 * DAY_MS), () => undefined)
    advance(30 * DAY_MS)
    open[Symbol.dispose]()
    expect([timers.size, connections.count()]).toEqual([0, 0])
  })

  test('[P7] ends with its own token only, and all end with the server', () => {
    const { clock } = makeSteppedClock()
    const ends: string[] = []
    const connections = makeLiveConnections(clock, 2)
    using _a = connections.add(principal('a', null), (reason) => ends.push(`a ${reason}`))
    using _b = connections.add(principal('b', null), (reason) => ends.push(`b ${reason}`))
    connections.endToken('a')
    connections.endAll()
    expect(ends).toEqual(['a revoked', 'a stopping', 'b stopping'])
  })

  test('[P8] beyond the limit is refused', () => {
    const connections = makeLiveConnections(makeSteppedClock().clock, 1)
    const first = connections.add(principal('a', null), () => undefined)
    expect(() => connections.checkRoom()).toThrow('1 streams are open already')
    expect(() => connections.add(principal('b', null), () => undefined)).toThrow('1 streams are open')
    first[Symbol.dispose]()
    expect(() => connections.checkRoom()).not.toThrow()
  })
})
