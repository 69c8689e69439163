// Starts agents that a supervisor wished for and a person has allowed: each once, also when we are killed in the middle.
import { MessageId } from '../../protocol/messages/message.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Requester } from '../access/principal.ts'
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import { useApproval } from '../approvals/use-approval.ts'
import { SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { StoreWriter } from '../store.ts'
import { readSpawnWish } from './ask-spawn.ts'
import { spawnAgent, type SpawnDeps } from './spawn-agent.ts'

export async function carryOutSpawns(deps: SpawnDeps): Promise<void> {
  for (const record of await deps.store.read.approvals.approved('spawn')) await carryOut(deps, record)
}

async function carryOut(deps: SpawnDeps, record: ApprovalRecord): Promise<void> {
  const wish = readSpawnWish(record.content)
  const known = await deps.store.read.agents.byName(wish.name)
  const isThere = known?.createdBy === record.requester && known.createdAt >= record.createdAt
  const by: Requester = { actor: record.requester, role: 'agent', agent: record.agent }
  const word = isThere
    ? `${wish.name} is there.`
    : await spawnAgent(deps, wish, by).then(
        () => `${wish.name} is starting.`,
        (error: unknown) =>
          `${wish.name} could not be started: ${error instanceof Error ? error.message : String(error)}`,
      )
  await deps.store.write(async (writer) => {
    await useApproval(writer, record, timestampFromMs(deps.clock.nowMs()))
    await tell(deps, writer, record, word)
  })
}

/** It may be gone by now. */
async function tell(
  deps: SpawnDeps,
  writer: StoreWriter,
  record: ApprovalRecord,
  body: string,
): Promise<void> {
  if (record.agent === null || !(await writer.agents.byName(record.agent))) return
  const id = MessageId.parse(`notice:spawn:${record.id}`)
  const letter = { id, to: record.agent, subject: `allowed: ${record.title}`, body }
  await writeMessage(deps, writer, letter, SYSTEM_SENDER)
}
