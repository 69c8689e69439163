import { expect, test } from 'vitest'
import { countMemoryKills, makeMemoryKills } from './memory-kills.ts'

function watch() {
  const world = { count: 7, nowMs: 0 }
  const kills = makeMemoryKills(
    () => world.count,
    () => world.nowMs,
  )
  const pass = (ms: number) => {
    for (const end = world.nowMs + ms; world.nowMs < end;) {
      world.nowMs += 1000
      kills.look()
    }
  }
  return { world, kills, pass }
}

test('[L7] a kill counts from the moment in which the kernel counted it', () => {
  const { world, kills, pass } = watch()
  pass(60_000)
  expect(kills.wereLately()).toBe(false)
  world.count += 1
  expect(kills.wereLately()).toBe(true)
  pass(5000)
  expect(kills.wereLately()).toBe(true)
})

test('[L7] a kill of long ago does not count', () => {
  const { world, kills, pass } = watch()
  world.count += 1
  pass(15_000)
  expect(kills.wereLately()).toBe(false)
})

test('[L7] the kernel’s counter can be read here', () => {
  expect(countMemoryKills()).toBeGreaterThanOrEqual(0)
})
