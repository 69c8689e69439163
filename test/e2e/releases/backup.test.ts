// [X5] Backups: taken, listed, brought back, and what happens to what was there.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { HomeSpace } from '../../../src/protocol/machine/home-space.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'

let cmux: BuiltCmux
const homes: string[] = []

beforeAll(async () => {
  cmux = await buildCmux(NO_STANDBY)
})

afterEach(async () => {
  await Promise.all(homes.splice(0).map((home) => cmux.run(home, 'down', '--now')))
})

afterAll(() => cmux[Symbol.dispose]())

/** A home with the label `before` in it, a backup, and then the label `after`. */
async function backedUpHome(name: string): Promise<{ home: string; id: string }> {
  const home = join(cmux.folder, name)
  homes.push(home)
  await run(home, 'up', '--no-open', '--port', '0')
  await run(home, 'token', 'create', '--role', 'observer', '--label', 'before')
  const { id } = JSON.parse(await run(home, 'backup', 'create', '--json')) as { id: string }
  await run(home, 'token', 'create', '--role', 'observer', '--label', 'after')
  return { home, id }
}

async function run(home: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cmux.run(home, ...args)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}

async function labels(home: string): Promise<string[]> {
  const tokens = JSON.parse(await run(home, 'token', 'list', '--json')) as { label: string }[]
  return tokens.map((token) => token.label)
}

const asideFolders = (home: string) => readdirSync(home).filter((name) => name.startsWith('set-aside-'))

test('[X5] restore brings the state of the backup back and sets aside what was there', async () => {
  const { home, id } = await backedUpHome('restore')
  expect(await cmux.run(home, 'backup', 'restore', id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ALREADY_RUNNING'),
  })
  await run(home, 'down')
  const before = readFileSync(join(home, 'cmux.db'))
  await run(home, 'backup', 'restore', id)
  const [aside = ''] = asideFolders(home)
  expect(readFileSync(join(home, aside, 'cmux.db')).equals(before)).toBe(true)
  await run(home, 'up', '--no-open')
  expect(await labels(home)).toEqual(['owner', 'before'])
  const { recent } = JSON.parse(await run(home, 'status', '--json')) as {
    recent: { type: string; data: unknown }[]
  }
  expect(recent.find(({ type }) => type === 'backup.restored')?.data).toEqual({
    from: id,
    setAside: join(home, aside),
  })
})

test('[X5] a damaged backup is refused, and nothing is touched', async () => {
  const { home, id } = await backedUpHome('damaged')
  await run(home, 'down')

  truncateSync(join(home, 'backups', id, 'cmux.db.zst'), 2000)
  const before = readFileSync(join(home, 'cmux.db'))
  const result = await cmux.run(home, 'backup', 'restore', id)
  expect(result).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is damaged.*\(STORE_CORRUPT\)\nhint: /),
  })
  expect(readFileSync(join(home, 'cmux.db')).equals(before)).toBe(true)
  expect(asideFolders(home)).toEqual([])
})

test('[H8] a corrupt database stops the start, is set aside whole, and the newest backup is named and works', async () => {
  const { home, id } = await backedUpHome('corrupt')
  await run(home, 'down')
  const path = join(home, 'cmux.db')
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 4096, statSync(path).size)
  writeFileSync(path, bytes)
  const up = await cmux.run(home, 'up', '--no-open')
  expect(up).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/damaged.*\(STORE_CORRUPT\)\nhint: .*cmux backup restore/),
  })
  expect(up.stderr).toContain(id)
  const [aside = ''] = asideFolders(home)
  expect(readFileSync(join(home, aside, 'cmux.db')).equals(bytes)).toBe(true)
  expect(await cmux.run(home, 'up')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('STORE_MISSING'),
  })
  await run(home, 'backup', 'restore')
  await run(home, 'up', '--no-open')
  expect(await labels(home)).toEqual(['owner', 'before'])
})

test('[H8] a lost database is no first start, unless a person says so', async () => {
  const { home } = await backedUpHome('lost')
  await run(home, 'down')
  for (const name of ['cmux.db', 'cmux.db-wal', 'cmux.db-shm']) rmSync(join(home, name), { force: true })
  expect(await cmux.run(home, 'up')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('STORE_MISSING'),
  })
  expect(existsSync(join(home, 'cmux.db'))).toBe(false)
  await run(home, 'backup', 'restore', '--empty')
  await run(home, 'up', '--no-open')
  expect(await labels(home)).toEqual(['owner'])
})

test('[X5] half a backup is not listed', async () => {
  const { home, id } = await backedUpHome('half')
  const half = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  mkdirSync(join(home, 'backups', half))
  copyFileSync(join(home, 'backups', id, 'cmux.db.zst'), join(home, 'backups', half, 'cmux.db.zst'))
  const listed = JSON.parse(await run(home, 'backup', 'list', '--json')) as { id: string }[]
  expect(listed.map((backup) => backup.id)).not.toContain(half)
})

test('[Y3] status and doctor say what the home takes, and more than its budget is one alert', async () => {
  const home = join(cmux.folder, 'space')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  writeFileSync(join(home, 'config.json'), '{"disk":{"measureEverySec":0.2,"homeMb":1}}')
  homes.push(home)
  await run(home, 'up', '--no-open', '--port', '0')
  const readStatus = async () =>
    JSON.parse(await run(home, 'status', '--json')) as { space: HomeSpace | null }
  const { space } = await vi.waitUntil(
    async () => {
      const status = await readStatus()
      return status.space && status
    },
    { timeout: 30_000 },
  )
  expect(space?.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'releases']))
  expect(await run(home, 'status')).toMatch(/home +degraded .* of 1\.0 MiB used: /)
  expect(await run(home, 'doctor')).toMatch(/space .* of 1\.0 MiB used/)
  const measured = (await readStatus()).space?.measuredAt
  await vi.waitUntil(async () => (await readStatus()).space?.measuredAt !== measured, { timeout: 30_000 })
  const alerts = JSON.parse(await run(home, 'alerts', 'list', '--json')) as { title: string; count: number }[]
  expect(alerts.filter(({ title }) => title.includes('the home of cmux takes'))).toMatchObject([{ count: 1 }])
})
