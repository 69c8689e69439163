// An agent's token is worth what its process is: everything while it runs, late words for a while, and then nothing.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import { authenticate } from '../../src/core/access/authenticate.ts'
import { writeToken } from '../../src/core/access/issue-token.ts'
import { revokeToken } from '../../src/core/access/revoke-token.ts'
import type { AgentDeps } from '../../src/core/agents/agent-deps.ts'
import type { AgentRecord } from '../../src/core/agents/agent-record.ts'
import { applyAction } from '../../src/core/agent-loop/apply-action.ts'
import { spawnAgent } from '../../src/core/spawning/spawn-agent.ts'
import { removeAgent, restartAgent, stopAgent } from '../../src/core/agent-loop/stop-agent.ts'
import type { Store } from '../../src/core/store.ts'
import { RestartOrder, SpawnAgent } from '../../src/protocol/agents/agent.ts'
import { CmuxError } from '../../src/protocol/cmux-error.ts'
import { makeFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { OWNER } from '../fixtures/principals.ts'
import { makeAgentWorld } from '../sim/agent-world.ts'
import { makeRandom } from '../sim/random.ts'

const ORDER = SpawnAgent.parse({ name: 'anna', runtime: 'shell', args: ['-'] })
const MINUTE_MS = 60_000

let clock: FakeClock
let store: Store & { close(): Promise<void> }
let deps: AgentDeps
/** The secret of each start, in order. */
let secrets: string[]
let revoked: string[]
beforeEach(async () => {
  clock = makeFakeClock()
  revoked = []
  store = await makeMemoryStore({
    clock,
    onCommit: (events) =>
      void revoked.push(
        ...events.filter(({ type }) => type === 'token.revoked').map(({ data }) => String(data['id'])),
      ),
    onLostTrust: () => undefined,
  })
  secrets = []
  const world = makeAgentWorld(store, clock, makeRandom(1)).depsFor({ left: Number.POSITIVE_INFINITY })
  const write: AgentDeps['files']['write'] = async (files) => {
    const token = files.find(({ path }) => path === world.files.tokenFileOf(ORDER.name))
    if (token && 'content' in token) secrets.push(token.content)
  }
  deps = { ...world, files: { ...world.files, write } }
  await start()
})
afterEach(() => store.close())

const read = async () => {
  const record = await store.read.agents.byName(ORDER.name)
  if (!record) throw new Error('anna is not registered')
  return record
}
async function start(): Promise<void> {
  await spawnAgent(deps, ORDER, OWNER)
  await begin()
}
const begin = async () => applyAction(deps, { do: 'begin', record: await read(), why: 'asked', asked: true })
const noteEnd = async (record: AgentRecord) =>
  applyAction(deps, { do: 'note end', record, generation: record.generation, end: 'ended by signal 9' })
const end = async () => noteEnd(await read())
const giveUp = async () => applyAction(deps, { do: 'give up', record: await read() })
const stop = () => stopAgent(deps, ORDER.name, 'owner')
const restart = () => restartAgent(deps, ORDER.name, RestartOrder.parse({}), 'owner')
const forget = async () => applyAction(deps, { do: 'remove', record: await read(), pane: null })

/** `full`, `late` or `none`, for the token of each start. */
const worth = () =>
  Promise.all(
    secrets.map(async (secret) => {
      const principal = await authenticate({ store, clock, hashSecret: sha256Secret }, secret)
      return principal ? (principal.late ? 'late' : 'full') : 'none'
    }),
  )

test('[S9] while its process runs it is worth all that the role may', async () => {
  expect(await worth()).toEqual(['full'])
})

test.each<[what: string, steps: (() => Promise<unknown>)[], then: string[]]>([
  ['it is asked to stop', [stop], ['late']],
  ['it is stopped', [stop, end], ['late']],
  ['it is stopped between two starts', [end, stop], ['late']],
  ['it dies', [end], ['late']],
  ['it dies and is given up', [end, giveUp], ['late']],
  ['a restart is asked for: it runs on until it is ended', [restart], ['full']],
  ['it is restarted', [restart, end, begin], ['late', 'full']],
  ['it is restarted twice', [restart, end, begin, end, begin], ['none', 'late', 'full']],
  ['it begins anew and nobody has seen the end of the one before', [begin], ['late', 'full']],
  ['it is asked to go', [() => removeAgent(deps, ORDER.name, 'owner')], ['late']],
  ['it is removed', [() => removeAgent(deps, ORDER.name, 'owner'), end, forget], ['none']],
  [
    'it is removed and another one gets its name',
    [() => removeAgent(deps, ORDER.name, 'owner'), end, forget, start],
    ['none', 'full'],
  ],
])('[S9] what its tokens are worth when %s', async (_, steps, then) => {
  for (const step of steps) await step()
  expect(await worth()).toEqual(then)
  // Streams are closed by the event.
  expect(revoked).toHaveLength(then.filter((each) => each !== 'full').length)
})

test('[S9] an end that is noted late takes nothing from the start that has begun since', async () => {
  const first = await read()
  await begin()
  await noteEnd(first)
  const [token] = await store.read.tokens.ofAgent(ORDER.name)
  expect(token?.generation).toBe(2)
})

test('[S9] late words have an end', async () => {
  await stop()
  await end()
  clock.advance(10 * MINUTE_MS - 1)
  expect(await worth()).toEqual(['late'])
  clock.advance(1)
  expect(await worth()).toEqual(['none'])
})

const failing: AgentDeps['terminals']['open'] = () =>
  Promise.reject(new CmuxError('RUNTIME_UNAVAILABLE', 'the program is gone', { hint: 'install it' }))

test('[S9] a start that fails leaves no token behind', async () => {
  await end()
  deps = { ...deps, terminals: { ...deps.terminals, open: failing } }
  await begin()
  expect((await read()).gaveUp).not.toBeNull()
  expect(await worth()).toEqual(['late', 'late'])
})

test('[S9] one that a person has revoked says nothing more, also when its process ends later', async () => {
  const [token] = await store.read.tokens.ofAgent(ORDER.name)
  if (!token) throw new Error('anna has no token')
  await revokeToken({ store, clock }, token.id, OWNER)
  expect(await worth()).toEqual(['none'])
  await stop()
  await end()
  expect(await worth()).toEqual(['none'])
})

test('[S9] one that an earlier release has left valid is worth nothing without its process', async () => {
  await end()
  const record = await read()
  const leave = (generation: number) =>
    store.write((writer) =>
      writeToken(deps, writer, { role: 'agent', agent: record.name, label: 'left', generation }, 'system'),
    )
  secrets = [(await leave(record.generation)).secret, (await leave(record.generation - 1)).secret]
  expect(await worth()).toEqual(['none', 'none'])
})

test('[S9] one that a person made for it ends with the process, too', async () => {
  const made = await store.write((writer) =>
    writeToken(deps, writer, { role: 'agent', agent: ORDER.name, label: 'by hand' }, 'owner'),
  )
  secrets = [made.secret]
  expect(await worth()).toEqual(['full'])
  await end()
  expect(await worth()).toEqual(['none'])
})
