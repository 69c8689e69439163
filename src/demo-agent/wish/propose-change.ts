// Proposes a change that stands in a file of its folder, as an agent would: plans it, and lets it go its way.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Turn } from '../turn.ts'
import { requireCmux } from '../use-cmux.ts'

export async function proposeChange(turn: Turn, file: string): Promise<void> {
  const plan = JSON.parse(readFileSync(join(turn.folder, file), 'utf8')) as Record<string, unknown>
  const tool = { tool: 'self_improve', method: 'POST' } as const
  const planned = await requireCmux(turn, {
    ...tool,
    path: '/api/improvements',
    body: plan,
    about: `plan ${file}`,
    says: ({ id }) => `${String(id)} is drafted`,
  })
  const id = String(planned['id'])
  await requireCmux(turn, {
    ...tool,
    path: `/api/improvements/${id}/execute`,
    body: {},
    about: `execute ${id}`,
    says: ({ state }) => `it is ${String(state)}`,
  })
  turn.say(`I have proposed ${id}.`)
}
