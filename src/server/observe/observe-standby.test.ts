import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Config } from '../../protocol/config.ts'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { observeStandby } from './observe-standby.ts'
import { shortenPath } from '../lead/shorten-path.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function openDoor(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  servers.push(createServer().listen(shortenPath(dirname(path), basename(path)), resolve))
  await promise
}

const WARM = { state: 'warm', why: null }
/** The address of a socket may have 107 bytes. */
const DEEP = 'deep-'.repeat(24)
const LOADING = { state: 'loading', why: 'it is being started' }

/** What lies in the watchdog's folder beside our own door, and what the settings say. */
const CASES = [
  ['nothing yet', {}, LOADING],
  ['a door that opens', { open: true }, WARM],
  ['a door that opens, in a home too deep for an address', { open: true, below: DEEP }, WARM],
  ['a door that a dead one left behind', { left: true }, LOADING],
  ['a note why there is none', { note: 'too little memory\n' }, { state: 'none', why: 'too little memory' }],
  [
    'a setting that wants none',
    { wanted: false },
    { state: 'none', why: 'the setting watchdog.standby is off in config.json' },
  ],
] as const satisfies readonly [string, object, object][]

test.each(CASES)('[U6] what is known of a standby by %s', async (_, facts, found) => {
  using folder = makeTempFolder()
  const none = { open: false, left: false, note: '', wanted: true, below: '' }
  const { open, left, note, wanted, below } = { ...none, ...facts }
  const home = join(folder.path, below)
  const at = (name: string) => join(home, 'watchdog', name)
  mkdirSync(at(''), { recursive: true })
  await openDoor(at('door-7-1'))
  if (open) await openDoor(at('door-7-2'))
  if (left) writeFileSync(at('door-6-1'), '')
  if (note !== '') writeFileSync(at('no-standby'), note)
  const config = Config.parse({ watchdog: { standby: wanted } })
  expect(await observeStandby({ home, door: at('door-7-1'), config })).toEqual(found)
})
