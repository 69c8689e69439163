import { expect, test } from 'vitest'
import { judgeEnd } from './judge-end.ts'

test.each([
  ['an exit of its own', null, false, undefined],
  ['an exit of its own while memory is short', null, true, undefined],
  ['SIGKILL', 'SIGKILL', false, 'killed'],
  ['SIGTERM', 'SIGTERM', false, 'killed'],
  ['SIGINT', 'SIGINT', false, 'killed'],
  ['SIGHUP', 'SIGHUP', false, 'killed'],
  ['SIGKILL while the kernel kills for want of memory', 'SIGKILL', true, 'out of memory'],
  ['SIGTERM while the kernel kills for want of memory', 'SIGTERM', true, 'killed'],
  ['SIGABRT', 'SIGABRT', false, undefined],
  ['SIGSEGV', 'SIGSEGV', false, undefined],
  ['SIGBUS', 'SIGBUS', false, undefined],
  ['SIGILL', 'SIGILL', true, undefined],
] as const)('[L7] %s', (_, signal, ranOut, by) => {
  expect(judgeEnd(signal, ranOut)).toBe(by)
})
