import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { readLedger, writeBoth } from './ledger.ts'
import type { Ledger } from './mind/state.ts'

const LEDGER: Ledger = {
  current: 'a',
  phase: 'good',
  triesLeft: 0,
  goodForMs: 7,
  good: ['a', 'b', 'c'],
  servedBefore: null,
  bad: ['x'],
}
const UNKNOWN = { ...LEDGER, phase: 'trying', triesLeft: 1, goodForMs: 0, good: [], bad: [] }

const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => writeFileSync(path, '')],
  ['half of what it was', (path) => writeFileSync(path, '{ "current": "a", "ph')],
  ['of another kind', (path) => writeFileSync(path, '[1, 2]')],
]

test.each(DAMAGES)(
  '[R4] [R1] a ledger that is %s is known from its twin, and of both only what runs',
  (_, damage) => {
    using folder = makeTempFolder()
    const place = join(folder.path, 'watchdog')
    mkdirSync(place)
    symlinkSync(join('releases', 'a'), join(folder.path, 'current'))
    writeBoth(place, { ...LEDGER, current: 'old', good: [] })
    writeBoth(place, LEDGER)
    damage(join(place, 'state.json'))
    expect(readLedger(folder.path)).toEqual(LEDGER)
    damage(join(place, 'state.twin.json'))
    expect(readLedger(folder.path)).toEqual(UNKNOWN)
  },
)
