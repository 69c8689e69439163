// Private sockets of servers that were killed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { removeStaleDoors } from '../../src/server/lead/remove-stale-doors.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

test('[H10] doors of the dead are removed; one that opens, or whose watchdog lives, stays', async () => {
  using folder = makeTempFolder()
  const place = join(folder.path, 'watchdog')
  mkdirSync(place)
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const names = [`door-${dead}-1`, `door-${process.pid}-2`, 'door-other', 'state.json']
  for (const name of names) writeFileSync(join(place, name), '')
  await using server = createServer().listen(join(place, `door-${dead}-3`))
  await once(server, 'listening')
  await removeStaleDoors(folder.path)
  expect(readdirSync(place).toSorted()).toEqual(
    [`door-${dead}-3`, `door-${process.pid}-2`, 'door-other', 'state.json'].toSorted(),
  )
  await removeStaleDoors(join(folder.path, 'nothing-there'))
})
