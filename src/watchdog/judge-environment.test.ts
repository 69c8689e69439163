import { expect, test } from 'vitest'
import { judgeEnvironment, type EnvironmentFacts } from './judge-environment.ts'

const GIB = 1024 ** 3
const WELL: EnvironmentFacts = {
  home: '/h',
  disk: { freeBytes: 50 * GIB, totalBytes: 100 * GIB, freeFiles: 1000 },
  homeError: null,
  database: { kind: 'sound' },
  hasTmux: true,
}

test('[H8] a sound machine gives no reason for anything', () => {
  expect(judgeEnvironment(WELL).map(({ what, state }) => `${what} ${state}`)).toEqual([
    'disk ok',
    'home ok',
    'database ok',
    'tmux ok',
  ])
})

test.each<[string, Partial<EnvironmentFacts>, string]>([
  [
    'a full disk',
    { disk: { freeBytes: GIB / 1024, totalBytes: GIB, freeFiles: null } },
    'fail The disk of /h is full: 1 MiB of 1024 MiB are free. Free disk space; cmux comes back by itself.',
  ],
  [
    'no inodes',
    { disk: { freeBytes: 50 * GIB, totalBytes: 100 * GIB, freeFiles: 0 } },
    'fail The disk of /h has no room for another file (no inodes). Free disk space; cmux comes back by itself.',
  ],
  [
    'a nearly full disk',
    { disk: { freeBytes: 9 * GIB, totalBytes: 100 * GIB, freeFiles: null } },
    'warn The disk of /h is nearly full: 9216 MiB of 102400 MiB are free. Free disk space; cmux comes back by itself.',
  ],
  [
    'wrong permissions',
    { homeError: 'EACCES' },
    'fail The home directory /h may not be written by the user that cmux runs as. Make /h a folder of yours with mode 700 (chown, chmod).',
  ],
  [
    'a read-only disk',
    { homeError: 'EROFS' },
    'fail The home directory /h is on a read-only file system. Mount it writable.',
  ],
  [
    'a database that nobody knows about',
    { database: { kind: 'unknown', detail: 'checking it took longer than 1200 ms' } },
    'warn Whether the database is sound is not known: checking it took longer than 1200 ms. Run `cmux doctor`.',
  ],
])('[H8] %s is named in plain words, with a hint', (_what, facts, words) => {
  const [found, ...more] = judgeEnvironment({ ...WELL, ...facts }).filter(({ state }) => state !== 'ok')
  expect(`${found?.state} ${found?.detail} ${found?.hint}`).toBe(words)
  expect(more).toEqual([])
})
