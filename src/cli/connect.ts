// A client for the cmux that the environment names.
import { makeClient, type Client } from '../client/make-client.ts'
import type { Environment } from '../host/environment.ts'
import { makeHttpSend } from '../host/http-send.ts'
import { readInstance } from '../host/read-instance.ts'
import { CmuxError } from '../protocol/cmux-error.ts'

/** Longer than anything the server does while a client waits, a backup of a large database included. */
const REQUEST_LIMIT_MS = 30_000

export function connect(environment: Environment, limitMs = REQUEST_LIMIT_MS): Client {
  const { tokenFile } = environment
  return makeClient(makeHttpSend({ url: findAddress(environment), tokenFile, limitMs }))
}

export function findAddress({ url, home }: Environment): string {
  const address = url ?? readInstance(home)?.url
  if (address === undefined) throw new CmuxError('NOT_RUNNING', `cmux is not running on ${home}`)
  return address
}
