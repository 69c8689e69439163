// Gives a new agent its first task: a paste, Enter, and then evidence that it was taken; only Enter is ever repeated.
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentSight } from './agent-sight.ts'

const ENTER_AGAIN_MS = 2000
const ENTERS_MAX = 5

export interface TaskGiver {
  give(sight: AgentSight): Promise<void>
}

interface Given {
  readonly generation: number
  readonly pastedMs: number
  enters: number
  enteredMs: number
}

export function makeTaskGiver(deps: AgentDeps): TaskGiver {
  const given = new Map<AgentId, Given>()
  const { terminals, clock, store } = deps

  const paste = async ({ record, pane }: AgentSight, text: string) => {
    const nowMs = clock.nowMs()
    given.set(record.id, { generation: record.generation, pastedMs: nowMs, enters: 1, enteredMs: nowMs })
    await terminals.paste(pane.id, text)
    await terminals.press(pane.id, ['Enter'])
  }

  const confirm = async ({ record }: AgentSight) => {
    given.delete(record.id)
    await store.write(async ({ agents, events }) => {
      await agents.change(record.id, { firstTask: null })
      const data = { agent: record.name, generation: record.generation }
      await events.append({ type: 'agent.task_taken', actor: 'system', data })
    })
  }

  return {
    async give(sight) {
      const { record, pane, screen } = sight
      if (record.firstTask === null) return
      const known = given.get(record.id)
      if (known?.generation !== record.generation) {
        // Never into a dialog, a half-typed line, vim's normal mode or somebody's scrolling.
        const isReady =
          screen?.reading.kind === 'ready' && screen.reading.draft === '' && screen.reading.mode !== 'normal'
        const isPlain = record.runtime === 'shell' && record.status === 'idle'
        if ((isReady || isPlain) && !pane.inCopyMode) await paste(sight, record.firstTask)
        return
      }
      if (wasTaken(sight, known)) await confirm(sight)
      else if (clock.nowMs() - known.enteredMs >= ENTER_AGAIN_MS && known.enters < ENTERS_MAX) {
        known.enters += 1
        known.enteredMs = clock.nowMs()
        await terminals.press(pane.id, ['Enter'])
      }
    },
  }
}

/** A hook after the paste says so; without hooks, a screen at work, or output of a program that only prints. */
function wasTaken({ record, screen, lastOutputMs }: AgentSight, { pastedMs }: Given): boolean {
  if (record.turn && record.turn.turn !== 'idle' && Date.parse(record.turn.at) >= pastedMs) return true
  if (record.turn?.says.startsWith('ended its turn') && Date.parse(record.turn.at) >= pastedMs) return true
  if (record.runtime === 'shell') return (lastOutputMs ?? 0) > pastedMs
  return screen?.reading.kind === 'working' && screen.atMs > pastedMs
}
