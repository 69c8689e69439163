import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { refuseSpooling, spoolMail } from './spool-mail.ts'

const MAIL = { from: 'ada', to: 'bob', subject: null, body: 'x', acceptedAt: 'now', actor: 'ada' }

test('[P2] a clock that was set back does not change the order', () => {
  using home = makeTempFolder()
  const folder = join(home.path, 'spool', 'new')
  mkdirSync(folder, { recursive: true })
  const ahead = `${String(Date.now() + 3_600_000).padStart(15, '0')}-0.json`
  writeFileSync(join(folder, ahead), '{}')
  spoolMail(home.path, { ...MAIL, id: 'a' })
  spoolMail(home.path, { ...MAIL, id: 'b' })
  const names = readdirSync(folder).toSorted()
  expect(names).toHaveLength(3)
  expect(names[0]).toBe(ahead)
})

test.each([
  ['ENOSPC', 507, 'STORE_FULL'],
  ['EDQUOT', 507, 'STORE_FULL'],
  ['EROFS', 503, 'STORE_UNAVAILABLE'],
])('[P1] %s while spooling is answered with %d', (errno, status, code) => {
  const refusal = refuseSpooling(Object.assign(new Error(errno), { code: errno }))
  expect({ status: refusal.status, code: refusal.code }).toEqual({ status, code })
})
