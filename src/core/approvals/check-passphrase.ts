// A yes needs the passphrase, if one is set; guessing it takes longer than anybody lives.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { makeRateLimiter } from '../access/rate-limiter.ts'
import type { Clock } from '../clock.ts'
import type { Passphrase } from './passphrase.ts'

/** A person mistypes a few times; then it is one try in 12 s. */
const TRIES = { burst: 5, perSecond: 1 / 12 }

export type CheckPassphrase = (given: string | undefined) => Promise<void>

export function makeCheckPassphrase(passphrase: Passphrase, clock: Clock): CheckPassphrase {
  const tries = makeRateLimiter(TRIES)
  return async (given) => {
    if (!(await passphrase.isSet())) return
    if (given === undefined)
      throw new CmuxError('PASSPHRASE_NEEDED', 'every yes needs the passphrase that is set for approvals')
    const waitMs = tries.take('everybody', clock.monotonicMs())
    if (waitMs > 0)
      throw new CmuxError('TOO_MANY_REQUESTS', 'the passphrase was tried too often', {
        retryAfterSec: Math.ceil(waitMs / 1000),
      })
    if (await passphrase.matches(given)) return
    throw new CmuxError('PASSPHRASE_NEEDED', 'that is not the passphrase that is set for approvals')
  }
}
