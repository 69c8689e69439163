// A private file that leads a browser to a login link, so that the code in it stands in no command line.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOGIN_PAGES, loginPageOf } from '../../protocol/access/login-page.ts'

/** Its path. The server removes it when the code was used, or is too old. */
export function writeLoginPage(home: string, url: string): string {
  const folder = join(home, LOGIN_PAGES)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const code = new URL(url).searchParams.get('code') ?? ''
  const page = join(folder, loginPageOf(createHash('sha256').update(code).digest('hex')))
  writeFileSync(page, composePage(url), { flag: 'wx', mode: 0o600 })
  return page
}

/** An address that `URL` has made has none of the characters that mean something in a quoted attribute but `&`. */
function composePage(url: string): string {
  const address = new URL(url).href.replaceAll('&', '&amp;').replaceAll('"', '%22')
  return `<!doctype html>
<meta charset="utf-8" />
<title>cmux</title>
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0;url=${address}" />
<a href="${address}">Log in to cmux</a>
`
}
