// Has conversations shortened that fill up: types the command, sees whether it was done, and tells a person when it never is.
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord, CompactionSight } from '../../agents/agent-record.ts'
import type { AgentSight } from '../../agents/agent-sight.ts'
import { typeInto } from '../../turns/interrupt-agent.ts'
import { sendNotice } from '../../mail/send-notice.ts'
import { decideCompaction, type CompactionStep } from './decide-compaction.ts'
import { endCompaction } from './end-compaction.ts'
import { tryToKeepState } from '../try-to-keep-state.ts'
import { noteCompaction } from './note-compaction.ts'

type Deps = Pick<AgentDeps, 'clock' | 'continuity' | 'onError' | 'runtimes' | 'store' | 'terminals'>

export async function tendCompaction(deps: Deps, sight: AgentSight): Promise<void> {
  const { record } = sight
  const { compaction } = record
  const command = deps.runtimes[record.runtime].commands.compact
  if (compaction === null || command === null) return
  // Fresh: the prompt may have been typed into since the last look.
  const { lines, inCopyMode } = await deps.terminals.capture(sight.pane.id)
  const { readScreen, showsCompacted } = deps.runtimes[record.runtime]
  const step = decideCompaction({
    compaction,
    sinceMs: deps.clock.nowMs() - Date.parse(compaction.since),
    isWorking:
      record.status === 'working' || record.turn?.turn === 'working' || record.turn?.turn === 'waiting',
    isHeld: record.paused !== null || record.ending !== null || record.approval !== null || inCopyMode,
    reading: readScreen(lines),
    command,
    isShown: showsCompacted?.(lines) === true,
  })
  await carryOut(deps, { record, compaction, command, sight }, step)
}

interface Case {
  readonly record: AgentRecord
  readonly compaction: CompactionSight
  readonly command: string
  readonly sight: AgentSight
}

async function carryOut(deps: Deps, each: Case, step: CompactionStep): Promise<void> {
  const { record, command, sight } = each
  if (step.do === 'type') {
    await tryToKeepState(deps, record, 'compaction')
    if (await move(deps, each, 'typed')) await typeInto(deps, record, sight.pane.id, command)
  }
  if (step.do === 'press enter') await deps.terminals.press(sight.pane.id, ['Enter'])
  if (step.do === 'believe')
    await deps.store.write((writer) => endCompaction(writer, record, timestampFromMs(deps.clock.nowMs())))
  if (step.do === 'move') await move(deps, each, step.stage)
}

/** False when somebody else has moved it since we looked. */
async function move(
  deps: Deps,
  { record, compaction }: Case,
  stage: CompactionSight['stage'],
): Promise<boolean> {
  const at = timestampFromMs(deps.clock.nowMs())
  return deps.store.write(async (writer) => {
    const current = await writer.agents.byId(record.id)
    if (current?.compaction?.since !== compaction.since || current.paused || current.ending) return false
    const tries = compaction.tries + (stage === 'typed' ? 1 : 0)
    await noteCompaction(writer, record, { ...compaction, stage, since: at, tries })
    if (stage === 'failed')
      await sendNotice(deps, writer, {
        key: `compaction:${record.name}:${Date.parse(at)}`,
        subject: `the conversation of ${record.name} is not shortened`,
        body: [
          `It is ${compaction.percent} % full, and was told ${tries} times to shorten it; nothing tells that it did.`,
          `The owner can look at it with \`cmux agent attach ${record.name}\`,`,
          `or the owner has it begin a new one, with a brief of where it stands: \`cmux agent restart ${record.name} --fresh\`.`,
        ].join('\n'),
        about: record.id,
      })
    return true
  })
}
