// Keeps what an agent says of its work.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Progress, SaveProgress } from '../../protocol/agents/work-state.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import { mergeProgress, NO_PROGRESS } from './merge-progress.ts'
import { oneLine } from './brief/one-line.ts'

type Deps = Pick<AgentDeps, 'store' | 'clock'>

export async function saveProgress(
  deps: Deps,
  name: AgentName,
  said: SaveProgress,
  by: Principal,
): Promise<Progress> {
  if (by.agent !== name)
    throw new CmuxError('FORBIDDEN', `only ${name} itself says where its work stands`, {
      hint: 'send it a message instead',
    })
  return deps.store.write(async ({ agents, keepsakes, events, mask }) => {
    const record = await agents.byName(name)
    if (!record) throw new CmuxError('NOT_FOUND', `there is no agent ${name}`)
    // One that was replaced knows less of the work than who has it now.
    if (by.generation !== null && by.generation < record.generation)
      throw new CmuxError('CONFLICT', `${name} was started again since: this is an earlier one’s word`, {
        hint: 'stop: another process goes on with your work',
      })
    const before = (await keepsakes.progressOf(record.id)) ?? NO_PROGRESS
    const progress = mergeProgress(before, mask.deep(said), timestampFromMs(deps.clock.nowMs()))
    await keepsakes.putProgress(record.id, progress)
    const done = progress.pendingActions.filter((each) => each.done).length
    const open = progress.pendingActions.length - done
    const data = { agent: name, task: oneLine(progress.task), open, done }
    await events.append({ type: 'agent.progress', actor: by.actor, data })
    return progress
  })
}
