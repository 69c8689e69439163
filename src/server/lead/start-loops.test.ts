import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/fixtures/start-server.ts'
import { turnOfEventLoop } from '../../../test/fixtures/turn-of-event-loop.ts'
import type { Store } from '../../core/store.ts'
import { startLoops } from './start-loops.ts'

test('[P10] [H5] the end waits for the record that is being imported, and leaves the others to the next server', async () => {
  await using server = await startServer()
  const { context, home } = server
  const records = join(home, 'watchdog', 'records')
  mkdirSync(records, { recursive: true })
  const paths = ['1.json', '2.json'].map((name) => join(records, name))
  const record = JSON.stringify({ kind: 'good', at: new Date().toISOString(), release: 'a' })
  for (const path of paths) writeFileSync(path, record)
  const asked = Promise.withResolvers<void>()
  const granted = Promise.withResolvers<void>()
  const store: Store = {
    read: context.store.read,
    async write(work) {
      asked.resolve()
      await granted.promise
      return context.store.write(work)
    },
  }
  const end = startLoops({ ...context, store, rehearsing: true })
  await asked.promise
  let isEnded = false
  const ended = end().then(() => (isEnded = true))
  await turnOfEventLoop()
  expect(isEnded).toBe(false)
  granted.resolve()
  await ended
  expect(paths.map((path) => existsSync(path))).toEqual([false, true])
})
