// `node git-remote.mjs REMOTE ADDRESS`, which git in an agent's workspace starts for a remote `cmux::…`: it asks cmux to push, waits for
// the person's answer, and says what came of it as git says such things.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeClient } from '../../client/make-client.ts'
import { makePatientSend } from '../patient-send.ts'
import { makeRemote } from './make-remote.ts'

/** The server looks at the remote before it answers, and a remote may be slow. */
const TRY_MS = 60_000
const PATIENCE_MS = 180_000

const [, , name = ''] = process.argv
const { CMUX_URL = '', CMUX_TOKEN_FILE = '', GIT_DIR = '.git' } = process.env
const target = { url: CMUX_URL, tokenFile: CMUX_TOKEN_FILE }
const client = makeClient(makePatientSend(target, { tryMs: TRY_MS, patienceMs: PATIENCE_MS }))
const tell = (text: string) => void process.stderr.write(`cmux: ${text}\n`)
const remote = makeRemote({ client, name, tell, readHead })

process.stdout.once('error', () => process.exit(0))
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const heard = await remote.hear(line)
  if (heard === 'over') break
  if ('failed' in heard) {
    tell(heard.failed)
    process.exit(1)
  }
  if (heard.answer.length > 0) process.stdout.write(`${heard.answer.join('\n')}\n`)
}

/** A work tree that an agent added has a HEAD of its own, which git tells of by its folder. */
function readHead(): string {
  try {
    return readFileSync(join(GIT_DIR, 'HEAD'), 'utf8')
      .trim()
      .replace(/^ref: /, '')
  } catch {
    return 'HEAD' // the server knows the workspace's
  }
}
