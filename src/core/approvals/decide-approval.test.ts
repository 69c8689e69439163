import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { openTestStore, type TestStore } from '../../../test/fixtures/open-test-store.ts'
import { makeTempFolder, type TempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeSystemEntropy, sha256Secret } from '../../adapters/entropy/system-entropy.ts'
import type { Decision } from '../../protocol/approvals/approval.ts'
import { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { askApproval } from './ask-approval.ts'
import { decideApproval } from './decide-approval.ts'
import { noteApproval } from './note-approval.ts'

const ANNA = AgentName.parse('anna')

let folder: TempFolder
let clock: FakeClock
let opened: TestStore
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
  await opened.store.write(({ agents }) => agents.insert(makeAgent('anna')))
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const ask = (): Promise<ApprovalRecord> =>
  opened.store.write(async (writer) => {
    const deps = { entropy: makeSystemEntropy(clock), hashSecret: sha256Secret }
    const request = {
      kind: 'tool',
      title: 'Bash: make',
      risk: 'high',
      content: 'make',
      requester: 'agent:anna',
      agent: ANNA,
      generation: 1,
      project: null,
      why: 'it runs',
      inDialog: false,
      waitMs: 60_000,
      call: 'call-1',
      asker: 'anna 1',
    } as const
    const record = await askApproval(deps, writer, request, clock.nowMs())
    await noteApproval(writer, ANNA)
    return record
  })

test.each(['approved', 'denied'] as const)(
  '[O1] [P10] what was %s is kept with its event, and its agent waits no more',
  async (state) => {
    const record = await ask()
    const { id, sha256 } = record
    expect(await opened.store.read.agents.byName(ANNA)).toMatchObject({ approval: { id } })
    const decision: Decision = {
      by: 'owner',
      at: timestampFromMs(clock.nowMs()),
      reason: 'fine',
      via: 'cli',
    }
    await opened.store.write((writer) => decideApproval(writer, record, state, decision))
    expect(await opened.store.read.approvals.byId(id)).toEqual({ ...record, state, decision })
    const [last] = (await opened.store.read.events.after(0, 100)).slice(-1)
    expect(last).toMatchObject({ type: 'approval.decided', actor: 'owner' })
    expect(last?.data).toEqual({
      id,
      title: 'Bash: make',
      agent: ANNA,
      state,
      sha256,
      reason: 'fine',
      via: 'cli',
    })
    expect(await opened.store.read.agents.byName(ANNA)).toMatchObject({ approval: null })
  },
)
