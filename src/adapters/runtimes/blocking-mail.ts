// Claude Code, Codex and the demo agent take the same answers: a prompt or a turn's end that is blocked, with the reason.
import type { Runtime } from '../../core/agents/runtime.ts'

/** They don't listen more than eight times in a row; the last ones are left to the idle prompt. */
const GO_ON_IN_A_ROW_MAX = 6
/** Right after a paste, Enter is taken for a part of it. */
const ENTER_AFTER_MS = 300

const block = (reason: string) => ({ decision: 'block', reason })

export const BLOCKING_MAIL: Runtime['mail'] = {
  enterAfterMs: ENTER_AFTER_MS,
  refusePrompt: block,
  goOn: { inARowMax: GO_ON_IN_A_ROW_MAX, answer: block },
}
