// The pages that `open` and `up` leave for the browser go when their code was used, and when it is too old to be.
import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../core/clock.ts'
import { LOGIN_PAGES, loginPageOf } from '../protocol/access/login-page.ts'

export function removeLoginPage(home: string, code: string): Promise<void> {
  const name = loginPageOf(createHash('sha256').update(code).digest('hex'))
  return rm(join(home, LOGIN_PAGES, name), { force: true })
}

export async function removeOldLoginPages(home: string, clock: Clock, linkSec: number): Promise<void> {
  const folder = join(home, LOGIN_PAGES)
  for (const name of await readdir(folder).catch(() => [])) {
    const page = join(folder, name)
    const written = await stat(page).catch(() => undefined)
    if (written && clock.nowMs() - written.mtimeMs > linkSec * 1000) await rm(page, { force: true })
  }
}
