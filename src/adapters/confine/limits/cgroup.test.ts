import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../../test/fixtures/temp-folder.ts'
import { findCgroups, openGroups } from './cgroup.ts'

const LIMITS = { memoryBytes: 1000, isMemoryAsked: false, processes: 10, fileBytes: 5, emptyBytes: 7 }

/** A folder that looks as the kernel's does. `groups`: paths, with what each hands on. */
function makeMachine(own: string, groups: Readonly<Record<string, string>>) {
  const folder = makeTempFolder()
  const [proc, mounted] = [join(folder.path, 'proc'), join(folder.path, 'cgroup')]
  mkdirSync(join(proc, 'self'), { recursive: true })
  writeFileSync(join(proc, 'self', 'cgroup'), own)
  for (const [path, handed] of Object.entries(groups)) {
    mkdirSync(join(mounted, path), { recursive: true })
    writeFileSync(join(mounted, path, 'cgroup.procs'), '')
    writeFileSync(join(mounted, path, 'cgroup.subtree_control'), handed)
  }
  return {
    place: { proc, mounted },
    at: (path: string) => join(mounted, path),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

const BOTH = { 'memory.max': 1000, 'pids.max': 10 }
/** How a process joins a group of each kind. */
const SECOND = 'cgroup.procs'
const FIRST = 'tasks'

test.each<
  [
    string,
    own: string,
    groups: Record<string, string>,
    found: [string, Record<string, number>, join: string][],
  ]
>([
  [
    'the group around our own, where it hands both counters on',
    '0::/user/app/cmux.service\n',
    {
      '': 'cpu memory pids\n',
      user: 'memory pids\n',
      'user/app': 'memory pids\n',
      'user/app/cmux.service': '',
    },
    [['user/app', BOTH, SECOND]],
  ],
  [
    'one further up, where the next does not',
    '0::/user/app/cmux.service\n',
    { '': 'memory pids\n', user: 'memory pids\n', 'user/app': 'pids\n' },
    [['user', BOTH, SECOND]],
  ],
  ['the root', '0::/\n', { '': 'memory pids\n' }, [['', BOTH, SECOND]]],
  ['nothing where the counters are not handed on', '0::/a\n', { '': 'cpu\n', a: '' }, []],
  [
    'of the first kind, our own group of processes',
    '8:pids:/job\n4:memory:/x\n0::/\n',
    { pids: '', 'pids/job': '' },
    [['pids/job', { 'pids.max': 10 }, FIRST]],
  ],
  ['nothing where there are none', '', {}, []],
])('[O6] groups of processes are made in: %s', async (_, own, groups, found) => {
  using machine = makeMachine(own, groups)
  expect(await findCgroups(machine.place, LIMITS)).toEqual(
    found.map(([path, values, file]) => ({ folder: machine.at(path), values, join: file })),
  )
})

test('[O6] a sandbox gets a group of its own with its limits, and one that waits for its first process stays', async () => {
  using machine = makeMachine('0::/\n', { '': 'memory pids\n' })
  mkdirSync(machine.at('cmux-young'))
  const groups = await findCgroups(machine.place, LIMITS)
  const [one, two] = [await openGroups(groups), await openGroups(groups)]
  expect(one).not.toEqual(two)
  expect([...one, ...two].map((file) => basename(file))).toEqual([SECOND, SECOND])
  for (const path of [...one, ...two].map((file) => dirname(file)))
    expect([readFileSync(`${path}/memory.max`, 'utf8'), readFileSync(`${path}/pids.max`, 'utf8')]).toEqual([
      '1000',
      '10',
    ])
  expect(existsSync(machine.at('cmux-young'))).toBe(true)
})
