import { describe, expect, test } from 'vitest'
import { tellCounts, tellFault, tellSkipped, tellSlowest, type FileReport } from './run-report.ts'
import { settleReport } from './settle-report.ts'

const file = (name: string, tests: FileReport['tests'], errors: readonly string[] = []): FileReport => ({
  file: name,
  kind: 'e2e',
  seconds: tests.length,
  errors,
  tests,
  notRun: [],
})
const passed = (name: string) => ({ name, state: 'passed', why: '' }) as const
const failed = (name: string, why = 'expected 1 to be 2\n at line 3') =>
  ({ name, state: 'failed', why }) as const
const skipped = (name: string, why: string) => ({ name, state: 'skipped', why }) as const

const MAIL = file('mail.test.ts', [passed('sends'), failed('arrives')])
const WALL = file('wall.test.ts', [], ['the hook failed'])
const TIDY = file('tidy.test.ts', [passed('is tidy'), skipped('plutil', 'not on this system')])

describe('a run', () => {
  test('[STYLE 12] counts each test once, and names what failed', () => {
    const settled = settleReport({ files: [MAIL, WALL, TIDY], unhandled: ['a promise was lost'] })
    expect(settled).toMatchObject({ passed: 2, skipped: 1, unsteady: [] })
    expect(settled.failed.map(tellFault)).toEqual([
      'failed: mail.test.ts, arrives: expected 1 to be 2',
      'failed: wall.test.ts, as a whole: the hook failed',
      'failed: the run, as a whole: a promise was lost',
    ])
  })

  test('[STYLE 12] a test that passes when it runs again is unsteady, and one that fails again has failed', () => {
    const first = { files: [MAIL, WALL, TIDY], unhandled: [] }
    const again = [file('mail.test.ts', [passed('sends'), passed('arrives')]), WALL]
    const settled = settleReport(first, { files: again, unhandled: [] })
    expect(settled).toMatchObject({ passed: 3, skipped: 1 })
    expect(settled.unsteady).toEqual([{ file: 'mail.test.ts', test: 'arrives', why: 'expected 1 to be 2' }])
    expect(settled.failed.map(({ test: name }) => name)).toEqual(['as a whole'])
  })

  test('[STYLE 12] another test that fails in the second run counts as failed', () => {
    const again = [file('mail.test.ts', [failed('sends'), passed('arrives')])]
    const settled = settleReport({ files: [MAIL], unhandled: [] }, { files: again, unhandled: [] })
    expect(settled.failed.map(({ test: name }) => name)).toEqual(['sends'])
    expect(settled.unsteady.map(({ test: name }) => name)).toEqual(['arrives'])
  })
})

test('[STYLE 12] the lines of a run', () => {
  expect(tellSkipped([TIDY])).toEqual(['skipped: tidy.test.ts, plutil: not on this system'])
  const disk = {
    ...file('disk.test.ts', [skipped('is full', '')]),
    notRun: ['disks, since only root mounts'],
  }
  expect(tellSkipped([disk])).toEqual(['skipped: disk.test.ts, is full: disks, since only root mounts'])
  expect(tellSlowest([WALL, MAIL, TIDY])[0]).toBe('slow: 2.0 s mail.test.ts')
  expect(tellCounts({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  expect(tellCounts({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})
