// A browser session has two secrets. The cookie goes to every port of the host, so any program that the person visits there
// learns it. The page's secret lies in the storage of our origin, which no other origin can read. Only both together count.
import type { Token } from '../../protocol/access/token.ts'

export interface SessionSecrets {
  readonly cookie: string
  readonly page: string
}

/** What tokens of sessions are created by. */
export const LOGIN = 'login'

const SECRET = /^[\w-]{1,200}$/

/**
 * The secret of the session's token, of which the store has the hash. No other token has a dot in it, so neither half stands
 * for a token by itself. The port is in it because it is part of the origin: when cmux moves to another port, somebody else
 * may get the old one, with all that browsers keep for it. Undefined: a half does not look like one.
 */
export function joinSecrets({ cookie, page }: SessionSecrets, port: number): string | undefined {
  return SECRET.test(cookie) && SECRET.test(page) ? `${cookie}.${page}.${port}` : undefined
}

export const isSession = ({ createdBy }: Pick<Token, 'createdBy'>): boolean => createdBy === LOGIN
