import { describe, expect, test } from 'vitest'
import type { FaultKind } from '../../protocol/releases/prove-report.ts'
import { judgeFailures, type Failure } from './judge-failures.ts'

const AT = { atMs: 1500, request: 'message' }
const FAILURES = {
  refused: { ...AT, how: 'refused' },
  cut: { ...AT, how: 'cut' },
  late: { ...AT, how: 'late' },
  full: { ...AT, how: 'answered', status: 507 },
  internal: { ...AT, how: 'answered', status: 500 },
} as const satisfies Record<string, Failure>
type Name = keyof typeof FAILURES

const EXCUSED: readonly (readonly [FaultKind, readonly Name[]])[] = [
  ['server', ['cut']],
  ['standby', []],
  ['watchdog', []],
  ['tmux', []],
  ['agent', []],
  ['swap', []],
  ['clock', []],
  ['bad-start', []],
  ['bad-hang', []],
  ['bad-fall', ['cut']],
  ['disk', ['full']],
  ['everything', ['refused', 'cut', 'late', 'full', 'internal']],
  ['stop', ['refused', 'cut', 'late', 'full', 'internal']],
]

describe('[L10] [P4] a failed request', () => {
  test.each(EXCUSED)('during the fault %s is excused when that is promised: %j', (kind, names) => {
    const windows = [{ kind, fromMs: 1000, untilMs: 2000 }]
    const excused = Object.entries(FAILURES).filter(([, each]) => judgeFailures([each], windows).length === 0)
    expect(excused.map(([name]) => name)).toEqual(names)
  })

  test.each([
    ['before the fault', 999, false],
    ['a moment after the recovery', 2900, true],
    ['later', 3001, false],
  ])('%s', (_, atMs, isExcused) => {
    const failures = [{ ...FAILURES.cut, atMs }]
    const windows = [{ kind: 'server' as const, fromMs: 1000, untilMs: 2000 }]
    expect(judgeFailures(failures, windows)).toEqual(isExcused ? [] : failures)
  })
})
