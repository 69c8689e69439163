// Tells cmux where its work stands: `TASK | STEP | x STEP that is done`.
import type { CmuxAnswer } from '../ask-cmux.ts'
import type { Turn } from '../turn.ts'
import { useCmux } from '../use-cmux.ts'

export function reportProgress(turn: Turn, words: string): Promise<CmuxAnswer> {
  const [task = '', ...steps] = words.split('|').map((part) => part.trim())
  const pendingActions = steps.map((step) => ({ text: step.replace(/^x /, ''), done: step.startsWith('x ') }))
  return useCmux(turn, {
    tool: 'save_progress',
    about: task,
    method: 'POST',
    path: `/api/agents/${turn.name}/progress`,
    body: { task, pendingActions },
    says: () => 'saved',
  })
}
