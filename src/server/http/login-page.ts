// What a login link answers with: the dashboard's own page, and in it the secret that the page moves into its origin's storage.
// In an address or a cookie it would be seen by others; this answer is read by who has the link, and by nobody twice.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The page's script looks for this name. */
const META_NAME = 'cmux-page-secret'

/** `secret` has letters, digits, `-` and `_` only, so nothing in it needs to be escaped. */
export async function composeLoginPage(webRoot: string, secret: string): Promise<string> {
  const page = await readFile(join(webRoot, 'index.html'), 'utf8')
  return page.replace('<script', () => `<meta name="${META_NAME}" content="${secret}" />\n<script`)
}
