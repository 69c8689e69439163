// What a power cut must not take is on the disk before anybody is told. kill -9 can't show that, since the kernel keeps the pages, so
// the calls themselves are watched: the content is synced before it gets its name, and the folder after that.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import type { DurableAct } from '../fixtures/write-durably.ts'
import { findStraceObstacle } from '../fixtures/writer-run.ts'

const obstacle = findStraceObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: the order of writes and syncs, since ${obstacle}`)

const program = fileURLToPath(new URL('../fixtures/write-durably.ts', import.meta.url))
const CALLS = 'write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,renameat2'
const LIMIT_MS = 50_000

/** The calls on files below `home` and the words said, in order: `sync spool/new`, `rename a to b`, `say answered`. */
function traceAct(act: DurableAct, home: string, log: string): string[] {
  const traced = ['-f', '-qq', '-y', '-s', '200', '-o', log, '-e', `trace=${CALLS}`]
  const { status, stderr } = spawnSync('strace', [...traced, process.execPath, program, act, home], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
  })
  if (status !== 0) throw new Error(`${act} failed: ${stderr}`)
  const steps = readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => readStep(line, home))
  return steps.filter((step, index) => step !== steps[index - 1])
}

const DURABLE: Readonly<Record<string, string>> = { fsync: 'sync', fdatasync: 'sync' }

function readStep(line: string, home: string): string[] {
  const said = /\bwrite\(1<[^>]*>, "(\w+)\\n"/.exec(line)
  if (said) return [`say ${said[1]}`]
  const renamed = /\brename(?:at2?)?\((?:AT_FDCWD<[^>]*>, )?"([^"]+)", (?:AT_FDCWD<[^>]*>, )?"([^"]+)"/.exec(
    line,
  )
  if (renamed) return [`rename ${nameIn(home, renamed[1])} to ${nameIn(home, renamed[2])}`]
  const [, call = '', path] = /\b(\w+)\(\d+<([^>]+)>/.exec(line) ?? []
  if (!path?.startsWith(home)) return []
  return [`${DURABLE[call] ?? 'write'} ${nameIn(home, path)}`]
}

/** Without the numbers that differ from run to run. */
function nameIn(home: string, path = ''): string {
  const name = relative(home, path)
    .replaceAll(/\d{15}-[0-9a-f]{32}/g, 'NAME')
    .replace(/\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{8}/, 'TIME')
  return name.replace(/\.[0-9a-f]{12}\.tmp$/, '.tmp') || '.'
}

const SPOOLED = ['write spool/tmp/NAME.json', 'sync spool/tmp/NAME.json']
const ROWS: readonly (readonly [act: DurableAct, steps: readonly string[]])[] = [
  [
    'ledger',
    [
      'write state.json.tmp',
      'sync state.json.tmp',
      'rename state.json.tmp to state.json',
      'sync .',
      'say answered',
    ],
  ],
  [
    'what the watchdog did',
    [
      'write watchdog/records/.TIME.tmp',
      'sync watchdog/records/.TIME.tmp',
      'rename watchdog/records/.TIME.tmp to watchdog/records/TIME.json',
      'sync watchdog/records',
      // A twin of it, for people.
      'write status.log',
      'say answered',
    ],
  ],
  [
    'mail in safe mode',
    [
      'sync spool',
      'sync .',
      ...SPOOLED,
      'rename spool/tmp/NAME.json to spool/new/NAME.json',
      'sync spool/new',
      'say answered',
    ],
  ],
  [
    'mail while down',
    [
      ...SPOOLED,
      'rename spool/tmp/NAME.json to spool/new/NAME.json',
      'sync spool/new',
      'sync spool',
      'sync .',
      'say answered',
    ],
  ],
  ['file', ['write file.tmp', 'sync file.tmp', 'rename file.tmp to file', 'sync .', 'say answered']],
]

test.skipIf(obstacle).each(ROWS)(
  '[P1] [R2] %s: on the disk before it is answered, and never half of it under its name',
  (act, steps) => {
    using folder = makeTempFolder()
    const home = join(folder.path, 'home')
    mkdirSync(home)
    expect(traceAct(act, home, join(folder.path, 'log'))).toEqual(steps)
  },
)

test.skipIf(obstacle)('[P1] a write of the store is answered after its log is synced', () => {
  using folder = makeTempFolder()
  const home = join(folder.path, 'home')
  mkdirSync(home)
  const steps = traceAct('store write', home, join(folder.path, 'log'))
  expect(steps.slice(steps.indexOf('say ready') + 1, steps.indexOf('say answered'))).toEqual([
    'write cmux.db-wal',
    'sync cmux.db-wal',
  ])
})
