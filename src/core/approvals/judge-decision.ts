// May this one decide this request, in this way, now? Pure: a refusal in words, or nothing.
import type { ErrorCode } from '../../protocol/error-catalogue.ts'
import type { ApprovalRecord } from './approval-record.ts'

export interface DecisionWish {
  readonly verdict: 'approved' | 'denied'
  /** The actor, as in events. */
  readonly by: string
  /** Of the content that was shown; null when none was named, which only a no may do. */
  readonly sha256: string | null
}

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

type Facts = Pick<
  ApprovalRecord,
  'id' | 'state' | 'requester' | 'sha256' | 'expiresAt' | 'decision' | 'ended'
>

interface Rule {
  readonly refuses: (facts: Facts, wish: DecisionWish, nowMs: number) => boolean
  readonly refusal: (facts: Facts, wish: DecisionWish) => Refusal
}

const row = (code: ErrorCode, message: string, hint: string): Refusal => ({ code, message, hint })

/** The first that refuses speaks. */
const RULES: readonly Rule[] = [
  {
    refuses: (_, { by }) => by.startsWith('agent:'),
    refusal: () => row('FORBIDDEN', 'an agent can’t decide a request', 'ask a person: `cmux next` shows it'),
  },
  {
    refuses: ({ requester }, { by }) => by === requester,
    refusal: ({ requester }) =>
      row('FORBIDDEN', `${requester} asked for it, and can’t decide it`, 'somebody else has to'),
  },
  {
    refuses: ({ decision }) => decision !== null,
    refusal: ({ id, state, decision }) =>
      row(
        'CONFLICT',
        `${id} was ${state === 'denied' ? 'denied' : 'approved'} by ${decision?.by} at ${decision?.at} already`,
        'nothing was changed; look at it with `cmux approvals show`',
      ),
  },
  {
    refuses: ({ ended }) => ended !== null,
    refusal: ({ id, state, ended }) =>
      row(
        'CONFLICT',
        `${id} is ${state}: ${ended?.why}`,
        'if it is still wanted, it will be asked for again',
      ),
  },
  {
    refuses: ({ expiresAt }, _, nowMs) => nowMs >= Date.parse(expiresAt),
    refusal: ({ id, expiresAt }) =>
      row('CONFLICT', `${id} expired at ${expiresAt}`, 'if it is still wanted, it will be asked for again'),
  },
  {
    refuses: ({ sha256 }, wish) =>
      wish.sha256 === null ? wish.verdict === 'approved' : wish.sha256 !== sha256,
    refusal: ({ id }) =>
      row(
        'CONFLICT',
        `what was shown is not what ${id} asks for`,
        'look at it again with `cmux approvals show`, and decide on what it says then',
      ),
  },
]

export function judgeDecision(facts: Facts, wish: DecisionWish, nowMs: number): Refusal | undefined {
  return RULES.find(({ refuses }) => refuses(facts, wish, nowMs))?.refusal(facts, wish)
}
