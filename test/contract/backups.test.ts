// What a backup has beside the database, and what a restore makes of it.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listBackups } from '../../src/host/backups/list-backups.ts'
import { restoreBackup } from '../../src/host/backups/restore-backup.ts'
import type { Backup } from '../../src/protocol/releases/backup.ts'
import { openTestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const GOOD = { phase: 'good', triesLeft: 0, goodForMs: 9, servedBefore: null }
const LEDGER = { current: 'rel-2', ...GOOD, good: ['rel-1', 'rel-2'], bad: [] }
const THEN = {
  'config.json': '{"port":8123}',
  'policy.json': '{"rules":[]}',
  'roles/reviewer.md': 'Reviews what others did.\n',
  'watchdog/state.json': JSON.stringify(LEDGER),
}
const SECRETS = [
  'tokens/owner',
  'secrets/slack',
  'approval-passphrase',
  'watchdog/tokens',
  'agents/anna/token',
]

let temp: TempFolder
let home: string
beforeEach(() => {
  temp = makeTempFolder()
  home = join(temp.path, 'home')
  for (const name of ['rel-1', 'rel-2']) mkdirSync(join(home, 'releases', name), { recursive: true })
  for (const [name, text] of Object.entries(THEN)) write(name, text)
  for (const name of SECRETS) write(name, 'hush')
})
afterEach(() => temp[Symbol.dispose]())

function write(name: string, text: string): void {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  writeFileSync(path, text)
}

const read = (name: string) => readFileSync(join(home, name), 'utf8')
const readLedger = () => JSON.parse(read('watchdog/state.json')) as object

async function makeBackup(): Promise<Backup> {
  await using opened = await openTestStore(home)
  return await opened.shelf.create('asked')
}

test('[X5] settings, rules, roles and the ledger of releases are taken along, and nothing that is secret or a link', async () => {
  // As files that nobody is to change may be.
  chmodSync(join(home, 'policy.json'), 0o400)
  symlinkSync(join(home, 'tokens', 'owner'), join(home, 'roles', 'linked.md'))
  write('roles/Not A Role.md', 'no name of a role')
  write('roles/large.md', 'x'.repeat(2 * 1024 ** 2))
  const { id, files } = await makeBackup()
  expect(files.map(({ name }) => name)).toEqual(['cmux.db', ...Object.keys(THEN).toSorted(byPlace)])
  const inside = readdirSync(join(home, 'backups', id), { recursive: true, withFileTypes: true })
  expect(inside.filter((entry) => entry.isFile())).toHaveLength(files.length + 1)
})

/** Roles come last, as there may be many. */
const byPlace = (one: string, other: string) =>
  Number(one.startsWith('roles')) - Number(other.startsWith('roles')) || (one < other ? -1 : 1)

test('[X5] [R4] a restore puts them back, sets aside what was there, and forgives no release what it did since', async () => {
  const backup = await makeBackup()
  const now = { 'policy.json': '{"defaults":"off"}', 'roles/reviewer.md': 'Approves everything.\n' }
  for (const [name, text] of Object.entries(now)) write(name, text)
  write('roles/later.md', 'Came later.\n')
  write('watchdog/state.json', JSON.stringify({ ...LEDGER, current: 'rel-3', bad: ['rel-1'] }))
  const { setAside } = await restoreBackup(home, backup)
  const { 'watchdog/state.json': _, ...texts } = THEN
  for (const [name, text] of Object.entries(texts)) expect(read(name)).toBe(text)
  expect(readLedger()).toEqual({ ...LEDGER, good: ['rel-2'], bad: ['rel-1'] })
  for (const [name, text] of Object.entries(now))
    expect(readFileSync(join(String(setAside), name), 'utf8')).toBe(text)
  expect(read('roles/later.md')).toBe('Came later.\n')
  for (const name of SECRETS) expect(read(name)).toBe('hush')
})

test('[X5] a backup of an older release, which has none of these, leaves them as they are', async () => {
  const backup = await makeBackup()
  const files = backup.files.filter(({ name }) => name === 'cmux.db' || name === 'config.json')
  const folder = join(home, 'backups', backup.id)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...backup, files }))
  for (const name of ['roles', 'watchdog', 'policy.json']) rmSync(join(folder, name), { recursive: true })
  const [listed] = listBackups(home)
  await restoreBackup(home, listed)
  for (const [name, text] of Object.entries(THEN)) expect(read(name)).toBe(text)
})

test.each(['../out', '/etc/out', 'roles/../../out', '.'])(
  '[X5] [P7] a backup that names the file %s is none',
  async (name) => {
    const backup = await makeBackup()
    const [file] = backup.files
    const path = join(home, 'backups', backup.id, 'manifest.json')
    writeFileSync(path, JSON.stringify({ ...backup, files: [...backup.files, { ...file, name }] }))
    expect(listBackups(home)).toEqual([])
    expect(existsSync(path)).toBe(true)
  },
)
