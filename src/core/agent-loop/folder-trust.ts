// Where a program asks whether to trust a folder that cmux made itself, though its settings say so already: cmux answers.
import type { AgentSight } from '../agents/agent-sight.ts'
import { answerDialog, type AnswerDeps } from './answer-dialog.ts'
import { isInCheckout } from '../agents/is-in-checkout.ts'

/** One that asks on is not helped by more of it: then it stands in `next`. */
const TRIES_MAX = 3

export function makeFolderTrust(deps: AnswerDeps): (sight: AgentSight) => Promise<void> {
  const tries = new Map<string, number>()
  return async ({ record, screen }) => {
    const reading = screen?.reading
    if (reading?.kind !== 'dialog' || reading.dialog.kind !== 'trust' || !reading.dialog.answer) return
    if (isInCheckout(record)) return
    const start = `${record.id} ${record.generation}`
    const tried = tries.get(start) ?? 0
    if (tried >= TRIES_MAX) return
    tries.set(start, tried + 1)
    await answerDialog(deps, record.name, 'system')
  }
}
