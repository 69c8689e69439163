// A task as cmux shows it, as far as the demo agent looks at it.
import type { Turn } from '../turn.ts'
import { requireCmux } from '../use-cmux.ts'

export interface SeenTask {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly state: string
  readonly project: string | null
  readonly parent: string | null
  readonly assignee: string | null
  readonly result: string | null
  readonly createdBy: string
  readonly children: readonly Pick<SeenTask, 'id' | 'title' | 'state' | 'assignee'>[]
}

const OPEN = new Set(['submitted', 'working', 'input-required', 'auth-required'])

export function isOpenTask({ state }: Pick<SeenTask, 'state'>): boolean {
  return OPEN.has(state)
}

export async function readTask(turn: Turn, id: string): Promise<SeenTask> {
  const answer = await requireCmux(turn, {
    tool: 'list_tasks',
    about: id,
    method: 'GET',
    path: `/api/tasks/${encodeURIComponent(id)}`,
    says: ({ title, state }) => `${String(title)}: ${String(state)}`,
  })
  return answer as unknown as SeenTask
}
