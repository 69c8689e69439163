// The network mode `listed`, in a world of network namespaces that this test makes: which names the proxy of a sandboxed program connects with.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runInWorld } from '../fixtures/network/world.ts'
import { ASKED } from '../fixtures/network/names.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const PROBE = join(import.meta.dirname, '../fixtures/network/probe-listed.ts')
const notListed = (place: string) =>
  `cmux's proxy: ${place} is not in agents.confine.domains; a person can add it to config.json`
const leadsHome = (host: string) =>
  `cmux's proxy: ${host} leads to this machine or its cloud; that is not let through`
const noName = (host: string) => `cmux's proxy: ${host} is no name of a host; addresses are not let through`

type Heard = Readonly<Record<string, string>>

test('[S8] a program with listed domains reaches these and cmux, and nothing else by any name', async () => {
  using folder = makeTempFolder()
  const seen = JSON.parse(runInWorld(folder.path, PROBE, folder.path)) as Record<string, Heard>
  // The canary: without a sandbox all of it answers.
  expect(seen['bare']).toEqual({
    'listed.test 7777': 'heard',
    'www.listed.test 7777': 'heard',
    'other.test 7777': 'heard',
    'loopback.test 7777': 'heard at home',
    'host.test 7777': 'heard at home',
    'bridge.test 7777': 'heard at home',
    'gateway.test 7777': 'heard',
    'cloud.test 7777': 'heard',
    'mixed.test 7777': expect.stringContaining('heard') as string,
    'turning.test 7777': 'heard',
    'returning.test 7777': 'heard',
    'listed.test 7779': 'heard',
    '203.0.113.5 7777': 'heard',
    '127.0.0.1 7777': 'heard at home',
  })
  expect(seen['directly']).toEqual(Object.fromEntries(ASKED.map((place) => [place, ''])))
  expect(seen['byProxy']).toEqual({
    'listed.test 7777': 'heard',
    'www.listed.test 7777': notListed('www.listed.test:7777'),
    'other.test 7777': notListed('other.test:7777'),
    'loopback.test 7777': leadsHome('loopback.test'),
    'host.test 7777': leadsHome('host.test'),
    'bridge.test 7777': leadsHome('bridge.test'),
    'gateway.test 7777': leadsHome('gateway.test'),
    'cloud.test 7777': leadsHome('cloud.test'),
    'mixed.test 7777': 'heard',
    'turning.test 7777': 'heard',
    'returning.test 7777': leadsHome('returning.test'),
    'listed.test 7779': notListed('listed.test:7779'),
    '203.0.113.5 7777': noName('203.0.113.5'),
    '127.0.0.1 7777': noName('127.0.0.1'),
    cmux: 'heard by cmux',
  })
  // A proxy ends with its program, and takes its socket with it.
  await vi.waitFor(() =>
    expect(readdirSync(folder.path)).not.toContainEqual(expect.stringMatching(/^outbound/)),
  )
})
