import { expect, test } from 'vitest'
import { tellLimits } from './tell-limits.ts'

const group = (...files: string[]) => ({
  folder: '/g',
  values: Object.fromEntries(files.map((file) => [file, 1])),
  join: 'tasks',
})

test.each([
  [
    'a group for both',
    [group('pids.max', 'memory.max')],
    true,
    false,
    { processes: 'group', memory: 'group' },
  ],
  ['a group for processes', [group('pids.max')], true, true, { processes: 'group', memory: 'process' }],
  ['no group, as root', [], true, false, { processes: 'none', memory: 'none' }],
  ['no group, as a user', [], false, false, { processes: 'process', memory: 'none' }],
  ['no group, and memory asked for', [], false, true, { processes: 'process', memory: 'process' }],
] as const)('[O6] limits hold by: %s', (_, groups, isRoot, isMemoryAsked, inForce) => {
  expect(tellLimits(groups, { isRoot, isMemoryAsked })).toEqual(inForce)
})
