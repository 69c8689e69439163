import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { openTestStore, type TestStore } from '../../../test/fixtures/open-test-store.ts'
import { agentPrincipal } from '../../../test/fixtures/principals.ts'
import { makeFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makeTempFolder, type TempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeSystemEntropy, sha256Secret } from '../../adapters/entropy/system-entropy.ts'
import { AgentName, ProjectName, type ApprovalId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { endRequests } from '../approvals/end-requests.ts'
import { askPush } from './ask-push.ts'
import { preparePush } from './prepare-push.ts'
import { makePushKeeper } from './push-keeper.ts'
import type { Remotes } from './remotes.ts'

const TIP = 'b'.repeat(40)
const REF = 'refs/heads/agent/ada'
const project = { name: ProjectName.parse('shop'), path: '/shop', mainBranch: 'main' }
const ada = AgentName.parse('ada')

let folder: TempFolder
let opened: TestStore
let clock: FakeClock
let there: Map<string, string>
let address: string
let pushes: number
let onPush: () => void
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
  there = new Map()
  address = 'https://example.com/shop'
  pushes = 0
  onPush = () => void there.set(REF, TIP)
  await opened.store.write(({ agents }) => agents.insert(makeAgent('ada')))
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const remotes: Remotes = {
  address: async () => address,
  known: async () => new Map(),
  look: async () => new Map(there),
  compare: async () => ({ commits: [`${TIP} Ada: a line`], count: 1, dropped: 0 }),
  push: async () => {
    pushes += 1
    onPush()
  },
  note: async () => undefined,
}

async function ask() {
  const deps = { store: opened.store, clock, entropy: makeSystemEntropy(clock), hashSecret: sha256Secret }
  const moves = [{ commit: TIP, to: REF, force: false, expected: undefined }]
  const plan = await preparePush(remotes, { project, agent: ada, remote: 'origin', moves })
  return askPush(deps, plan, { by: agentPrincipal(ada, 1), via: 'cli' }, 60_000)
}
const decide = (id: ApprovalId, state: 'approved' | 'denied') =>
  opened.store.write(({ approvals }) =>
    approvals.change(id, {
      state,
      decision: { by: 'owner', at: timestampFromMs(clock.nowMs()), reason: 'so be it', via: 'cli' },
    }),
  )
const keep = () =>
  makePushKeeper({
    store: opened.store,
    clock,
    remotes,
    findProject: async () => project,
    onError: (error) => {
      throw error
    },
  })
/** Looks until nothing is under way any more. */
const carryOut = async (look = keep()) => {
  await look()
  await vi.waitFor(async () => expect(await opened.store.read.approvals.approved('push')).toEqual([]))
  return look
}
const outcomeOf = async (id: ApprovalId) => {
  const found = await opened.store.read.approvals.byId(id)
  return [found?.state, found?.ended?.why]
}
const letters = async () =>
  (await opened.store.read.messages.unsettled(makeAgent('ada').id)).map(({ subject, body }) => [
    subject,
    body,
  ])
const TITLE = 'push agent/ada of ada to origin (https://example.com/shop)'

describe('[L4] a push that a person has agreed to', () => {
  test('is made once, and the same push while it waits is the same request', async () => {
    const { id } = await ask()
    expect((await ask()).id).toBe(id)
    const look = keep()
    await look()
    expect(pushes).toBe(0)
    await decide(id, 'approved')
    await carryOut(look)
    await look()
    expect([pushes, ...(await outcomeOf(id))]).toEqual([1, 'used', undefined])
  })

  test('is not made again by a server that finds it on the remote', async () => {
    const { id } = await ask()
    await decide(id, 'approved')
    there.set(REF, TIP)
    await carryOut()
    expect([pushes, ...(await outcomeOf(id))]).toEqual([0, 'used', undefined])
  })

  test('that another git was faster with is done', async () => {
    onPush = () => {
      there.set(REF, TIP)
      throw new Error('stale info')
    }
    const { id } = await ask()
    await decide(id, 'approved')
    await carryOut()
    expect(await outcomeOf(id)).toEqual(['used', undefined])
  })

  test.each<[string, () => void, string, number]>([
    [
      'the remote was moved',
      () => void there.set(REF, 'c'.repeat(40)),
      'agent/ada was moved on the remote in the meantime',
      0,
    ],
    [
      'the address is another',
      () => void (address = 'https://evil.example'),
      'the address of origin is another one now: https://evil.example',
      0,
    ],
    [
      'the remote refuses it',
      () => {
        onPush = () => {
          throw new Error('no such door')
        }
      },
      'no such door',
      1,
    ],
  ])('is not made when %s, and the agent is told why', async (_, happens, why, times) => {
    const { id } = await ask()
    await decide(id, 'approved')
    happens()
    const look = await carryOut()
    expect([pushes, ...(await outcomeOf(id))]).toEqual([times, 'used', why])
    clock.advance(10_000)
    await look()
    expect(await letters()).toEqual([['not pushed', `not done: ${TITLE}: ${why}`]])
  })
})

describe('[L4] the agent that asked', () => {
  test('gets one message when nobody has taken the answer', async () => {
    const { id } = await ask()
    await decide(id, 'approved')
    const look = await carryOut()
    clock.advance(9999)
    await look()
    expect(await letters()).toEqual([])
    clock.advance(1)
    await look()
    await keep()()
    expect(await letters()).toEqual([['pushed', `done: ${TITLE}`]])
  })

  test('gets none when it has said that it knows', async () => {
    const { id } = await ask()
    await decide(id, 'approved')
    const look = await carryOut()
    await opened.store.write(({ approvals }) => approvals.change(id, { call: null }))
    clock.advance(60_000)
    await look()
    expect(await letters()).toEqual([])
  })

  test('hears of a no, also when it was started again since', async () => {
    const { id } = await ask()
    await opened.store.write((writer) => endRequests(writer, ada, 'it ended', timestampFromMs(0)))
    await decide(id, 'denied')
    clock.advance(10_000)
    await keep()()
    expect(await letters()).toEqual([['not pushed', `not done: ${TITLE}: denied by owner: so be it (${id})`]])
  })
})
