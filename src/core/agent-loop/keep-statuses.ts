// Writes down what each agent does now, with the evidence, when that is news.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { isPlain } from '../agents/is-plain.ts'
import { judgeAgent, type Judgement } from '../agents/judge-agent.ts'
import { clockWork } from '../budgets/clock-work.ts'
import { judgeElsewhere } from '../elsewhere/judge-elsewhere.ts'
import { observeProcess, type SortedSight } from './observe-process.ts'
import type { ScreenWatch } from './screen-watch.ts'

/** Resolves with the agents as they are then. */
export async function keepStatuses(
  deps: Pick<AgentDeps, 'store' | 'processes' | 'clock'>,
  screens: ScreenWatch,
  sight: SortedSight,
): Promise<readonly AgentRecord[]> {
  const { store, processes, clock } = deps
  const nowMs = clock.nowMs()
  // Read anew: hooks may have told something while we looked at screens.
  const records = await store.read.agents.all()
  const changed = records.flatMap((record) => {
    const process = observeProcess(record, sight, processes)
    const { pane, elsewhere } = record
    if (elsewhere) {
      const told = judgeElsewhere(elsewhere, record, nowMs)
      return isNews(record, told) ? [{ record, judgement: told }] : []
    }
    const judgement = judgeAgent(
      {
        record,
        process,
        screen: pane && screens.sightOf(pane),
        lastOutputMs: pane && screens.lastOutputMs(pane),
        onlyPrints: isPlain(record),
      },
      nowMs,
    )
    return isNews(record, judgement) ? [{ record, judgement }] : []
  })
  if (changed.length === 0) return records
  await store.write(async (writer) => {
    const { agents, events } = writer
    for (const { record, judgement } of changed) {
      const { status, evidence } = judgement
      const isMove = status !== record.status
      const at = timestampFromMs(nowMs)
      if (isMove) await clockWork(writer, record, nowMs)
      const moved = {
        statusSince: at,
        ...(status === 'working' && { clockedAt: at }),
        ...((status === 'idle' || status === 'paused') && { restedAt: at }),
      }
      await agents.change(record.id, { status, evidence, ...(isMove && moved) })
      if (!isMove) continue
      const data = { agent: record.name, from: record.status, to: status, evidence }
      await events.append({ type: 'agent.status', actor: 'system', data })
    }
  })
  return store.read.agents.all()
}

/** The time of the last look is no news; what was seen is. */
function isNews(record: AgentRecord, { status, evidence }: Judgement): boolean {
  return status !== record.status || wordsOf(evidence) !== wordsOf(record.evidence)
}

const wordsOf = (list: AgentRecord['evidence']) =>
  list.map(({ source, says }) => `${source}: ${says}`).join('\n')
