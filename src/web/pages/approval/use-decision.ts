// Sends a yes or a no, with the hash of what was read. What became of it is shown at once, also before the stream tells.
import { useQueryClient } from '@tanstack/react-query'
import type { Approval } from '../../../protocol/approvals/approval.ts'
import { useAct } from '../../data/use-act.ts'
import type { HowLong } from './how-long.tsx'

interface Words {
  readonly reason: string
  readonly passphrase: string
  readonly howLong: HowLong
  readonly onDone: () => void
}

export function useDecision({ id, sha256 }: Approval, { reason, passphrase, howLong, onDone }: Words) {
  const queries = useQueryClient()
  const params = { id }
  const take = (answer: Approval) => {
    queries.setQueryData(['GET /api/approvals/:id', { params, query: {} }], answer)
    onDone()
  }
  const yes = useAct('POST /api/approvals/:id/approve', 'Approved', take)
  const no = useAct('POST /api/approvals/:id/deny', 'Denied', take)
  const said = reason.trim() === '' ? { sha256 } : { sha256, reason: reason.trim() }
  return {
    approve: () =>
      yes.mutate({
        params,
        body: {
          ...said,
          ...(passphrase !== '' && { passphrase }),
          ...(howLong !== 'once' && { always: howLong }),
        },
      }),
    deny: () => no.mutate({ params, body: said }),
    isBusy: yes.isPending || no.isPending,
  }
}
