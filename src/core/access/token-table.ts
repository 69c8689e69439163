// Tokens as they are kept: by the hash of their secret, never the secret.
import type { AgentName, TokenId } from '../../protocol/ids.ts'
import type { Page } from '../../protocol/page.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Token } from '../../protocol/access/token.ts'

export interface TokenTableReader {
  byHash(hash: string): Promise<Token | undefined>
  byId(id: TokenId): Promise<Token | undefined>
  /** Those of one agent that were not revoked. */
  ofAgent(agent: AgentName): Promise<Token[]>
  /** Every token that was not revoked, with the hash of its secret; an expired one may be among them. */
  valid(): Promise<{ token: Token; hash: string }[]>
  /** Oldest first, after `cursor`. */
  page(limit: number, cursor: string | undefined): Promise<Page<Token>>
}

export interface TokenTableWriter extends TokenTableReader {
  insert(token: Token, hash: string): Promise<void>
  revoke(id: TokenId, at: Timestamp): Promise<void>
  /** Revokes it, and says until when it may still speak late. */
  end(id: TokenId, at: Timestamp, lateUntil: Timestamp): Promise<void>
  /** No token of the agent that is revoked speaks late any more; with a generation, none of an earlier one. */
  silence(agent: AgentName, at: Timestamp, before?: number): Promise<void>
  /** Deletes at most `limit` of those that have been of no use since before then. How many. */
  forget(before: Timestamp, limit: number): Promise<number>
}
