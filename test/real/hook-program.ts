// Stands in for cmux's own hook program: hands an event to the address in the environment, with the token from its file, and
// prints the answer. Arguments: runtime, event.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const [runtime = '', event = ''] = process.argv.slice(2)
const { CMUX_URL = '', CMUX_TOKEN_FILE = '' } = process.env
const response = await fetch(`${CMUX_URL}/api/hooks/${runtime}/${event}`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${readFileSync(CMUX_TOKEN_FILE, 'utf8')}`,
    'content-type': 'application/json',
    'x-cmux-request': randomUUID(),
  },
  body: await text(process.stdin),
})
process.stdout.write(await response.text())
process.exitCode = response.ok ? 0 : 2
