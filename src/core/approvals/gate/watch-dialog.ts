// A no at the terminal tells nobody: the dialog closes, and Claude Code's hook beside it goes on asking (seen with 2.1.325). The
// prompt that is shown instead says that it is over.
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentSight } from '../../agents/agent-sight.ts'
import { withdrawApproval } from '../withdraw-approval.ts'

/** A dialog is drawn a moment after its hook: a prompt that is shown for so long is no leftover. */
const SETTLE_MS = 1500

type Deps = Pick<AgentDeps, 'store' | 'clock'>

export async function watchDialog(
  { store, clock }: Deps,
  { record, screen, lastOutputMs }: Pick<AgentSight, 'record' | 'screen' | 'lastOutputMs'>,
): Promise<void> {
  const { approval } = record
  const nowMs = clock.nowMs()
  if (!approval || screen?.reading.kind !== 'ready') return
  if (screen.atMs < Date.parse(approval.since) || nowMs - screen.atMs < SETTLE_MS) return
  if ((lastOutputMs ?? 0) > screen.atMs) return
  const at = timestampFromMs(nowMs)
  const why = 'it was answered at its terminal, or interrupted'
  await store.write(async (writer) => {
    const current = await writer.approvals.byId(approval.id)
    if (current?.state === 'waiting' && current.inDialog)
      await withdrawApproval(writer, current, { actor: 'terminal', why, at })
  })
}
