// Approvals as the notices need them: what waits is shown, and an answer from Slack is one of a person's.
import { neededProof } from '../../core/access/needed-proof.ts'
import { answerApproval } from '../../core/approvals/answer-approval.ts'
import { findApproval } from '../../core/approvals/find-approval.ts'
import type { Passphrase } from '../../core/approvals/passphrase.ts'
import type { BudgetRules } from '../../core/budgets/budget-rules.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import type { ApprovalDesk } from '../../core/notices/approval-desk.ts'
import type { Store } from '../../core/store.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { ApprovalId } from '../../protocol/ids.ts'

export interface ApprovalDeskDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly budgets: BudgetRules
  readonly passphrase: Pick<Passphrase, 'isSet'>
  /** Agents may wait for it. */
  readonly wake: () => void
}

const VERDICTS = { approve: 'approved', deny: 'denied' } as const

export function makeApprovalDesk(deps: ApprovalDeskDeps): ApprovalDesk {
  const { store, passphrase, wake } = deps
  return {
    async read(text) {
      const record = await store.read.approvals.byId(parseId(text))
      if (record?.state !== 'waiting') return undefined
      const { id, sha256, content, risk, agent } = record
      return { id, sha256, content, risk, agent }
    },
    async decide(text, { sha256, verdict }, by) {
      const id = parseId(text)
      // Slack has no way to ask for a passphrase that others in the channel would not see, nor for any other fresh proof.
      if (verdict === 'approve') {
        const hint = 'Approve it in the dashboard, or with `cmux approvals approve`.'
        if (await passphrase.isSet()) throw new CmuxError('FORBIDDEN', 'a yes needs the passphrase', { hint })
        const { risk } = await findApproval(store.read, id)
        if (neededProof({ act: 'approve', risk }) !== undefined)
          throw new CmuxError('FORBIDDEN', 'a yes to a high risk needs a fresh proof', { hint })
      }
      await answerApproval(deps, id, {
        verdict: VERDICTS[verdict],
        by,
        sha256,
        reason: null,
        via: 'slack',
      })
      wake()
    },
  }
}

function parseId(text: string): ApprovalId {
  const parsed = ApprovalId.safeParse(text)
  if (parsed.success) return parsed.data
  throw new CmuxError('NOT_FOUND', `there is no request ${text}`, { hint: 'See: cmux approvals list' })
}
