import { expect, test } from 'vitest'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AlertRecord } from './alert-table.ts'
import { decideAlert, type AlertDecision } from './decide-alert.ts'

const NOW_MS = Date.UTC(2026, 0, 20)
const POLICY = { coolDownSec: 300, stormMax: 3, stormSec: 600 }
const ago = (sec: number) => timestampFromMs(NOW_MS - sec * 1000)

const open = (toldSec: number, told = 1): Partial<AlertRecord> => ({
  state: 'open',
  told,
  toldAt: ago(toldSec),
})
const seen = (sec: number): Partial<AlertRecord> => ({ state: 'acknowledged', acknowledgedAt: ago(sec) })

test.each<[string, Partial<AlertRecord> | undefined, number, AlertDecision]>([
  ['what is new is raised', undefined, 0, { do: 'raise' }],
  ['what happens again is counted', open(10), 0, { do: 'count', tell: false }],
  ['and told after the cool-down', open(300), 0, { do: 'count', tell: true }],
  ['the third time after twice as long', open(300, 2), 0, { do: 'count', tell: false }],
  ['the third time after twice as long, then', open(600, 2), 0, { do: 'count', tell: true }],
  ['once a day at least', open(86_400, 30), 0, { do: 'count', tell: true }],
  ['a clock that was set back silences nothing', open(-3600), 0, { do: 'count', tell: true }],
  ['what was just seen is counted in silence', seen(10), 0, { do: 'count', tell: false }],
  ['what comes back later is another alert', seen(301), 0, { do: 'raise' }],
  ['in a storm what is new is gathered', undefined, 3, { do: 'gather' }],
  ['in a storm what is known is counted', open(10), 3, { do: 'count', tell: false }],
])('[W1] %s', (_, last, recent, expected) => {
  expect(decideAlert({ nowMs: NOW_MS, last: last as AlertRecord | undefined, recent }, POLICY)).toEqual(
    expected,
  )
})
