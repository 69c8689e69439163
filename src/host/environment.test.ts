import { expect, test } from 'vitest'
import { terminalEnvironment } from './environment.ts'

test.each([[{}], [{ TERM: '' }], [{ TERM: 'dumb' }], [{ TERM: 'unknown' }]])(
  '[A7] a terminal that says nothing of itself (%j) is taken for a usual one',
  (env) => {
    expect(terminalEnvironment({ ...env, LANG: 'C' })).toEqual({ TERM: 'xterm-256color', LANG: 'C' })
  },
)

test('[A7] a terminal with a name keeps it', () => {
  expect(terminalEnvironment({ TERM: 'screen' })).toEqual({ TERM: 'screen' })
})
