// What the home takes, measured by a process of its own.
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureHome } from '../../src/adapters/process/measure-home.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const KIB = 1024
const never = new AbortController().signal

function writeParts(home: string): void {
  const files = {
    'cmux.db': 400,
    'cmux.db-wal': 100,
    'backups/bak_1/cmux.db.zst': 80,
    'set-aside-1/cmux.db': 50,
    'set-aside-2/cmux.db': 10,
    'cache/one/large': 300,
    'logs/server.log': 40,
    'instance.json': 4,
  }
  for (const [name, kib] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true })
    writeFileSync(join(home, name), Buffer.alloc(kib * KIB, 1))
  }
  mkdirSync(join(home, 'releases', 'one'), { recursive: true })
  linkSync(join(home, 'cache', 'one', 'large'), join(home, 'releases', 'one', 'large'))
  symlinkSync('/usr', join(home, 'logs', 'elsewhere'))
}

test('[Y3] each part of the home is measured as `du` has it: links once, and what they point to not at all', async () => {
  using folder = makeTempFolder()
  writeParts(folder.path)
  const parts = await measureHome(folder.path, never)
  const kib = Object.fromEntries(parts.map(({ name, bytes }) => [name, Math.round(bytes / KIB)]))
  const names = ['backups', 'cache', 'database', 'logs', 'other', 'releases', 'set aside']
  expect(Object.keys(kib).toSorted()).toEqual(names)
  expect(kib['database']).toBe(500)
  expect(kib['cache']).toBeGreaterThanOrEqual(300)
  expect(kib['releases']).toBeLessThan(50)
  const du = Number(execFileSync('du', ['-sk', folder.path], { encoding: 'utf8' }).split('\t')[0])
  const own = Number(execFileSync('du', ['-sk', '-S', folder.path], { encoding: 'utf8' }).split('\t')[0])
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0) / KIB
  // The folder itself is no part of it.
  expect(du - all).toBeGreaterThanOrEqual(0)
  expect(du - all).toBeLessThanOrEqual(own)
  expect(parts.every(({ complete }) => complete)).toBe(true)
})

test('[Y3] a part with too much in it is not walked to its end, and says so', async () => {
  using folder = makeTempFolder()
  mkdirSync(join(folder.path, 'workspaces'))
  for (let number = 0; number < 30; number += 1)
    writeFileSync(join(folder.path, 'workspaces', `${number}`), '')
  writeFileSync(join(folder.path, 'cmux.db'), 'x')
  const parts = await measureHome(folder.path, never, 20)
  expect(parts.map(({ name, complete }) => [name, complete])).toEqual([
    ['database', true],
    ['workspaces', false],
  ])
})
