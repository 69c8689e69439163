import type { LoginCodeId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'

interface LoginCode {
  readonly id: LoginCodeId
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
}

export interface LoginCodeTableWriter {
  insert(code: LoginCode, hash: string): Promise<void>
  /** Removes the code and gives it back; undefined when there is none (used already, or never made). */
  take(hash: string): Promise<LoginCode | undefined>
  /** Forgets codes that ran out before `at`. */
  removeExpired(at: Timestamp): Promise<void>
}
