import { expect, test } from 'vitest'
import { describeEntry } from './describe-entry.ts'

const AT = '2030-01-02T03:04:05.678Z'

test('[H5] a failure is told with its cause, how it ended, the release, its commit, what comes next and the last words', () => {
  const what = {
    kind: 'failed',
    release: 'abc123-ff',
    cause: 'crashed',
    ended: 'signal SIGSEGV',
    next: 'restart',
  } as const
  expect(describeEntry(AT, what, ['oh no', '# not a title'])).toBe(`## 03:04:05 recovery: failed

Release abc123-ff crashed. Next: restart.

- release: abc123-ff
- cause: crashed
- ended: signal SIGSEGV
- next: restart
- commit: abc123
- last words of the server:

    oh no
    # not a title

`)
})

test('[H5] a recovery is told with what was tried and what worked', () => {
  const tried = ['restart', 'restart clean']
  const what = { kind: 'recovered', release: 'abc-1', cause: 'hung', tried, by: 'restart clean' } as const
  expect(describeEntry(AT, what, [])).toContain('- tried: restart, restart clean\n- by: restart clean\n')
})

test('[H5] what is no trouble is no entry', () => {
  expect(describeEntry(AT, { kind: 'good', release: 'abc-1' }, [])).toBeUndefined()
})
