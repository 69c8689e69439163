import { expect, test } from 'vitest'
import { describeGitFailure, findLock } from './describe-git-failure.ts'

const LOCKED = `fatal: Unable to create '/shop/.git/index.lock': File exists.

Another git process seems to be running in this repository, e.g.
an editor opened by 'git commit'. Please make sure all processes
are terminated then try again. If it still fails, a git process
may have crashed in this repository earlier:
remove the file manually to continue.
`

test('[L5] a failure of git keeps the line that names the file, and the lock is known', () => {
  const text = describeGitFailure('read-tree', LOCKED)
  expect(text).toContain(
    "git read-tree failed: fatal: Unable to create '/shop/.git/index.lock': File exists.",
  )
  expect(text).toContain('remove the file manually to continue.')
  expect(text).not.toContain('\n')
  expect([findLock(LOCKED), findLock('fatal: bad object')]).toEqual(['/shop/.git/index.lock', undefined])
  expect(describeGitFailure('log', 'one\ntwo')).toBe('git log failed: one two')
})
