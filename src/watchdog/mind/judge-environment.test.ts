import { expect, test } from 'vitest'
import { judgeEnvironment, type EnvironmentFacts, type Finding } from './judge-environment.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3
const WELL: EnvironmentFacts = {
  home: '/h',
  disk: { freeBytes: 50 * GIB, totalBytes: 100 * GIB, freeFiles: 1000 },
  homeError: null,
  database: { kind: 'sound' },
  hasTmux: true,
}
const SOUND: readonly Finding[] = [
  { what: 'disk', state: 'ok', detail: 'Disk: 51200 MiB of 102400 MiB are free.', hint: '' },
  { what: 'home', state: 'ok', detail: '/h can be written.', hint: '' },
  { what: 'database', state: 'ok', detail: 'The database is sound.', hint: '' },
  { what: 'tmux', state: 'ok', detail: 'tmux is there.', hint: '' },
]

const disk = (freeBytes: number, totalBytes: number, freeFiles: number | null = null) => ({
  disk: { freeBytes, totalBytes, freeFiles },
})
const FREE = 'Free disk space; cmux comes back by itself.'
const OWN = 'Make /h a folder of yours with mode 700 (chown, chmod).'
const RESTORE = 'Run `cmux backup list`, then `cmux backup restore`.'
const DOCTOR = 'Run `cmux doctor`.'

test('[H8] a sound machine gives no reason for anything', () => {
  expect(judgeEnvironment(WELL)).toEqual(SOUND)
})

type Row = readonly [
  name: string,
  facts: Partial<EnvironmentFacts>,
  state: Finding['state'],
  detail: string,
  hint: string,
]

const ROWS: Readonly<Record<'disk' | 'home' | 'database' | 'tmux', readonly Row[]>> = {
  disk: [
    ['that is full', disk(MIB, GIB), 'fail', 'The disk of /h is full: 1 MiB of 1024 MiB are free.', FREE],
    [
      'that is full to the last byte that matters',
      disk(16 * MIB - 1, 100 * GIB),
      'fail',
      'The disk of /h is full: 15 MiB of 102400 MiB are free.',
      FREE,
    ],
    [
      'that is just not full',
      disk(16 * MIB, GIB),
      'warn',
      'The disk of /h is nearly full: 16 MiB of 1024 MiB are free.',
      FREE,
    ],
    [
      'without inodes',
      disk(50 * GIB, 100 * GIB, 0),
      'fail',
      'The disk of /h has no room for another file (no inodes).',
      FREE,
    ],
    [
      'of which a tenth is not free any more',
      disk(9 * GIB, 100 * GIB),
      'warn',
      'The disk of /h is nearly full: 9216 MiB of 102400 MiB are free.',
      FREE,
    ],
    [
      'of which a tenth is free',
      disk(10 * GIB, 100 * GIB),
      'ok',
      'Disk: 10240 MiB of 102400 MiB are free.',
      '',
    ],
    [
      'that is small, and has too little room',
      disk(200 * MIB - 1, 300 * MIB),
      'warn',
      'The disk of /h is nearly full: 199 MiB of 300 MiB are free.',
      FREE,
    ],
    [
      'that is small, and has room',
      disk(200 * MIB, 300 * MIB),
      'ok',
      'Disk: 200 MiB of 300 MiB are free.',
      '',
    ],
    [
      'that nobody can examine',
      { disk: { error: 'EIO' } },
      'warn',
      "The disk of /h can't be examined: EIO.",
      DOCTOR,
    ],
  ],
  home: [
    ['that is gone', { homeError: 'ENOENT' }, 'fail', 'The home directory /h does not exist.', OWN],
    ...['EACCES', 'EPERM'].map((homeError): Row => [
      `with wrong permissions (${homeError})`,
      { homeError },
      'fail',
      'The home directory /h may not be written by the user that cmux runs as.',
      OWN,
    ]),
    [
      'on a read-only disk',
      { homeError: 'EROFS' },
      'fail',
      'The home directory /h is on a read-only file system.',
      'Mount it writable.',
    ],
    [
      'with another fault',
      { homeError: 'EIO' },
      'fail',
      "The home directory /h can't be written (EIO).",
      OWN,
    ],
  ],
  database: [
    ['that is new', { database: { kind: 'absent', expected: false } }, 'ok', 'There is no database yet.', ''],
    [
      'that is missing',
      { database: { kind: 'absent', expected: true } },
      'fail',
      'The database cmux.db is missing in /h.',
      RESTORE,
    ],
    [
      'that another process holds',
      { database: { kind: 'locked' } },
      'fail',
      'The database cmux.db is locked by another process.',
      'End the process that has /h/cmux.db open (`fuser` or `lsof` names it).',
    ],
    [
      'that is damaged',
      { database: { kind: 'corrupt', detail: 'row 7' } },
      'fail',
      'The database cmux.db is damaged: row 7.',
      RESTORE,
    ],
    [
      "that can't be read",
      { database: { kind: 'unreadable', detail: 'EACCES' } },
      'fail',
      "The database cmux.db can't be read: EACCES.",
      'See who owns the files in /h, and run `cmux doctor`.',
    ],
    [
      'that nobody knows about',
      { database: { kind: 'unknown', detail: 'checking it took longer than 1200 ms' } },
      'warn',
      'Whether the database is sound is not known: checking it took longer than 1200 ms.',
      DOCTOR,
    ],
  ],
  tmux: [
    [
      'that is missing',
      { hasTmux: false },
      'warn',
      'tmux is not on the PATH: agents live in it, so none can start.',
      'Install tmux.',
    ],
  ],
}

const cases = Object.entries(ROWS).flatMap(([what, rows]) =>
  rows.map(([name, facts, state, detail, hint]) => ({
    name: `${what} ${name}`,
    facts,
    finding: { what, state, detail, hint },
  })),
)

test.each(cases)('[H8] a $name is named in plain words, with a hint', ({ facts, finding }) => {
  expect(judgeEnvironment({ ...WELL, ...facts })).toEqual(
    SOUND.map((sound) => (sound.what === finding.what ? finding : sound)),
  )
})
