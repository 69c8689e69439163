import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { LIMITS } from './mind/limits.ts'
import { readSettings } from './settings.ts'

const POOR = { totalBytes: 1, limitBytes: 0, freeBytes: 1 }
const RICH = { totalBytes: 2 ** 40, limitBytes: 0, freeBytes: 2 ** 40 }

test.each([
  ['decided by memory when absent', {}, RICH, [true, false]],
  ['decided by memory when absent', {}, POOR, [false, true]],
  ['decided by memory when left to it', { standby: 'auto' }, POOR, [false, true]],
  ['as set, whatever the memory', { standby: true }, POOR, [true, false]],
  ['as set, whatever the memory', { standby: false }, RICH, [false, false]],
])('[P4] the standby is %s', (_, watchdog, memory, expected) => {
  using folder = makeTempFolder()
  writeFileSync(join(folder.path, 'config.json'), JSON.stringify({ watchdog }))
  const { limits, noStandby } = readSettings(folder.path, memory, {})
  expect([limits.standby, noStandby !== null]).toEqual(expected)
})

test('[X1] the environment stands above config.json, and what is wrong has its default', () => {
  using home = makeTempFolder()
  const watchdog = { probeEverySec: 3, soakSec: 4, drainSec: 'soon', misses: 5, tries: 0, goodKept: 7 }
  writeFileSync(join(home.path, 'config.json'), JSON.stringify({ watchdog }))
  const env = {
    CMUX_WATCHDOG_SOAK_SEC: '5',
    CMUX_WATCHDOG_STANDBY: 'false',
    CMUX_WATCHDOG_SOAK_PROBES: '2',
    CMUX_WATCHDOG_STOP_SEC: 'never',
    CMUX_WATCHDOG_BACK_OFF_SEC: '[1, 2.5]',
  }
  expect(readSettings(home.path, RICH, env).limits).toEqual({
    ...LIMITS,
    probeEveryMs: 3000,
    soakMs: 5000,
    standby: false,
    soakProbes: 2,
    missesMax: 5,
    goodKept: 7,
    backOffMs: [1000, 2500],
  })
})

test.each([[7], [[]], [[1, 'soon']], [[-1]]])('[X1] pauses of %j have their default', (backOffSec) => {
  using home = makeTempFolder()
  writeFileSync(join(home.path, 'config.json'), JSON.stringify({ watchdog: { backOffSec } }))
  expect(readSettings(home.path, RICH, {}).limits).toEqual(LIMITS)
})
