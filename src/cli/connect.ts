// A client for the cmux that the environment names.
import { makeClient, type Client } from '../client/make-client.ts'
import type { Environment } from '../host/environment.ts'
import { makeHttpSend } from '../host/http-send.ts'
import { readInstance } from '../host/read-instance.ts'
import { CmuxError } from '../protocol/cmux-error.ts'

/** Longer than anything the server does while a client waits, a backup of a large database included. */
const REQUEST_LIMIT_MS = 30_000

export function connect(environment: Environment): Client {
  const url = environment.url ?? readInstance(environment.home)?.url
  if (url === undefined) throw new CmuxError('NOT_RUNNING', `cmux is not running on ${environment.home}`)
  return makeClient(makeHttpSend({ url, tokenFile: environment.tokenFile, limitMs: REQUEST_LIMIT_MS }))
}
