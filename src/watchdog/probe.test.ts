import { mkdirSync, readdirSync } from 'node:fs'
import http from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { probe } from './probe.ts'
import { openShortAddress } from './short-address.ts'

const LIMIT = { ms: 5000, nowMs: () => performance.now() }
const onLinux = process.platform === 'linux'
// oxlint-disable-next-line no-console
if (!onLinux) console.warn('NOT RUN: doors in a deep home, since only Linux can name them')

const countDescriptors = () => readdirSync('/proc/self/fd').length

test.runIf(onLinux)(
  '[H1] a server is asked at its door however deep the home is, and no descriptor stays open',
  async () => {
    using temp = makeTempFolder()
    const folder = join(temp.path, 'deep-'.repeat(30))
    mkdirSync(folder)
    const door = join(folder, 'door-1-1')
    const address = openShortAddress(door)
    const server = http.createServer((_, response) => response.end()).listen(address.path)
    await once(server, 'listening')
    const before = countDescriptors()
    expect(await probe({ socketPath: door }, 'localhost', LIMIT)).toBe('well')
    await vi.waitFor(() => expect(countDescriptors()).toBeLessThanOrEqual(before))
    server.close()
    await once(server, 'close')
    expect(await probe({ socketPath: door }, 'localhost', LIMIT)).toBe('missed')
    address.close()
  },
)

test('a door whose folder is gone is a miss', async () => {
  using temp = makeTempFolder()
  const door = join(temp.path, 'gone-'.repeat(30), 'door-1-1')
  expect(await probe({ socketPath: door }, 'localhost', LIMIT)).toBe('missed')
})
