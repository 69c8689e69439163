// Fills a home with a long history through the product's own store, so that rows, indexes, words and hashes are what a team would
// leave after months. Nothing in it is at work: every agent is stopped.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { makeSystemEntropy } from '../../src/adapters/entropy/system-entropy.ts'
import { makeBackupShelf } from '../../src/adapters/store/backup-shelf.ts'
import { prepareDatabase } from '../../src/adapters/store/prepare-database.ts'
import { makeSqliteStore } from '../../src/adapters/store/sqlite-store.ts'
import { BLANK_AGENT } from '../../src/core/agents/blank-agent.ts'
import type { Clock } from '../../src/core/clock.ts'
import type { Entropy } from '../../src/core/entropy.ts'
import { writeEntry } from '../../src/core/journal/write-entry.ts'
import type { StoreWriter } from '../../src/core/store.ts'
import { RoleName } from '../../src/protocol/agents/agent.ts'
import { AgentName, ProjectName } from '../../src/protocol/ids.ts'
import type { AgentId } from '../../src/protocol/ids.ts'
import type { MessageId, Receipt } from '../../src/protocol/messages/message.ts'
import { timestampFromMs, type Timestamp } from '../../src/protocol/timestamp.ts'

export interface HistorySize {
  readonly messages: number
  readonly events: number
}

export interface GrownHistory extends HistorySize {
  readonly bytes: number
}

/** Enough that a message finds each word of it in few others, except for the words that everybody uses. */
const WORDS = 20_000
const COMMON = ['the', 'please', 'test', 'change', 'done'] as const
const WORDS_A_MESSAGE = 40
const AGENTS = 30
/** One commit of the store for so many messages: it is not commits that are measured here. */
const MESSAGES_A_WRITE = 500
const EVENTS_OF_A_MESSAGE = 5
const MESSAGES_A_TASK = 100
const MESSAGES_AN_ENTRY = 50
const YEAR_MS = 365 * 24 * 60 * 60_000
const PROJECT = ProjectName.parse('shop')

interface Team {
  readonly names: readonly AgentName[]
  readonly ids: readonly AgentId[]
}

interface Pen {
  readonly writer: StoreWriter
  readonly clock: Clock
  readonly entropy: Entropy
  readonly team: Team
  readonly random: () => number
}

/** `home` has no database yet. `tell` hears how many messages are written. */
export async function growHistory(
  home: string,
  { messages, events }: HistorySize,
  tell: (written: number) => void = () => undefined,
): Promise<GrownHistory> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const system = makeSystemClock()
  const span = { fromMs: Date.now() - YEAR_MS, stepMs: YEAR_MS / events, told: 0 }
  // A year passes while it is written: each look at the clock is an event later.
  const clock: Clock = { ...system, nowMs: () => span.fromMs + (span.told += 1) * (span.stepMs / 2) }
  const entropy = makeSystemEntropy(clock)
  const random = makeRandom()
  const path = join(home, 'cmux.db')
  const shelf = makeBackupShelf({ home, release: 'history', clock, entropy })
  await prepareDatabase({ path, clock, shelf, expected: false })
  const store = makeSqliteStore({ path, clock, onCommit: () => undefined, onLostTrust: fail })
  const team = await store.write((writer) => hireTeam(writer, clock, entropy))
  const share = events / messages
  let told = 0
  for (let from = 0; from < messages; from += MESSAGES_A_WRITE) {
    const to = Math.min(messages, from + MESSAGES_A_WRITE)
    told = await store.write(async (writer) => {
      const pen: Pen = { writer, clock, entropy, team, random }
      let count = told
      for (let number = from; number < to; number += 1) {
        count += await writeMessage(pen, number)
        count += await writeAround(pen, number, Math.floor(share * (number + 1)) - count)
      }
      return count
    })
    tell(to)
  }
  // What is read from the history into the journal was read when it was written.
  await store.write(async (writer) => writer.journal.setCursor('history', await store.read.events.head()))
  const head = await store.read.events.head()
  await store.close()
  return { messages, events: head, bytes: statSync(path).size }
}

async function hireTeam({ agents }: StoreWriter, clock: Clock, entropy: Entropy): Promise<Team> {
  const names = Array.from({ length: AGENTS }, (_, index) => AgentName.parse(`agent-${index + 1}`))
  const ids: AgentId[] = []
  for (const name of names) {
    const id = entropy.id('agt')
    const at = timestampFromMs(clock.nowMs())
    await agents.insert({
      ...BLANK_AGENT,
      id,
      name,
      role: RoleName.parse('developer'),
      runtime: 'demo',
      project: null,
      folder: '/tmp',
      createdBy: 'owner',
      createdAt: at,
      desired: 'stopped',
      generation: 1,
      status: 'stopped',
      statusSince: at,
    })
    ids.push(id)
  }
  return { names, ids }
}

/** A third goes from an agent to the owner, the rest to agents. How many events tell of it. */
async function writeMessage(pen: Pen, number: number): Promise<number> {
  const { writer, clock, entropy, team, random } = pen
  const mine = number % AGENTS
  const [agent = AgentName.parse('nobody'), id] = [team.names[mine], team.ids[mine]]
  const toOwner = number % 3 === 0
  const [from, to] = toOwner ? [agent, 'owner'] : ['owner', agent]
  const body = composeText(random)
  const letter = entropy.id('msg')
  const at = timestampFromMs(clock.nowMs())
  const told = { id: letter, from, to, subject: null, bytes: body.length }
  const { seq } = await writer.events.append({ type: 'message.accepted', actor: from, data: told })
  const way = toOwner ? wayToOwner(random) : WAY_TO_AGENT
  const receipt = way.at(-1) ?? 'accepted'
  await writer.messages.insert({
    ...told,
    seq,
    body,
    at,
    receipt,
    trust: toOwner ? 'agent' : 'person',
    actor: toOwner ? `agent:${agent}` : 'owner',
    agent: toOwner ? null : (id ?? null),
    evidence: way.map((step) => ({ receipt: step, source: 'cmux', says: 'kept on disk', at })),
    attempts: 1,
    waitsFor: null,
    delivery: null,
    attachment: null,
  })
  if (!toOwner && id) await closeDelivery(pen, { id, letter, at })
  for (const step of way.slice(1)) {
    const data = { id: letter, from, to, receipt: step, source: 'hook', says: 'the prompt was taken' }
    await writer.events.append({ type: 'message.moved', actor: 'system', data })
  }
  return Math.min(way.length, EVENTS_OF_A_MESSAGE)
}

const WAY_TO_AGENT: readonly Receipt[] = ['accepted', 'pasted', 'submitted', 'seen']

/** A person reads most of it. */
const wayToOwner = (random: () => number): readonly Receipt[] =>
  random() < 0.9 ? ['accepted', 'acked'] : ['accepted']

async function closeDelivery(
  { writer, entropy }: Pen,
  { id, letter, at }: { readonly id: AgentId; readonly letter: MessageId; readonly at: Timestamp },
): Promise<void> {
  await writer.messages.insertDelivery({
    id: entropy.id('dlv'),
    agent: id,
    generation: 1,
    way: 'paste',
    messages: [letter],
    state: 'closed',
    openedAt: at,
    outcome: 'seen',
  })
}

/** What agents did between two messages: tools, states, now and then a task and an entry of the journal. */
async function writeAround(pen: Pen, number: number, wanted: number): Promise<number> {
  const { writer, team, random } = pen
  const agent = team.names[Math.floor(random() * AGENTS)] ?? AgentName.parse('nobody')
  let count = 0
  if (number % MESSAGES_A_TASK === 0) count += await writeTask(pen, agent)
  if (number % MESSAGES_AN_ENTRY === 0) count += await writeJournal(pen, agent)
  for (; count < wanted; count += 1) {
    const actor = `agent:${agent}`
    const use = { agent, generation: 1, id: `toolu_${number}_${count}`, tool: 'Bash' }
    if (count % 2 === 0) {
      const data = { ...use, input: `{"command":"npm test ${number}"}` }
      await writer.events.append({ type: 'tool.started', actor, data })
    } else await writer.events.append({ type: 'tool.ended', actor, data: { ...use, failure: null } })
  }
  return count
}

async function writeTask({ writer, clock, entropy, random }: Pen, assignee: AgentName): Promise<number> {
  const id = entropy.id('tsk')
  const at = timestampFromMs(clock.nowMs())
  const title = `task ${id}`
  const data = { id, title, project: PROJECT, parent: null, after: [] }
  const { seq } = await writer.events.append({ type: 'task.added', actor: 'owner', data })
  await writer.tasks.insert({
    ...data,
    seq,
    body: composeText(random),
    priority: 'normal',
    assignee,
    generation: 1,
    waitsFor: [],
    assigner: null,
    state: random() < 0.99 ? 'completed' : 'submitted',
    parts: { all: 0, done: 0 },
    message: null,
    mails: 0,
    offers: 0,
    result: null,
    createdBy: 'owner',
    createdAt: at,
    updatedAt: at,
  })
  const note = { at, actor: 'owner', state: 'submitted', assignee, note: null } as const
  await writer.tasks.addEntry(id, note)
  return 1
}

async function writeJournal({ writer, clock, entropy, random }: Pen, agent: AgentName): Promise<number> {
  const id = entropy.id('jrn')
  const text = composeText(random)
  const who = { author: agent, actor: `agent:${agent}`, agent, project: PROJECT }
  await writeEntry({ clock }, writer, { id, kind: 'note', text, ...who })
  return 1
}

function composeText(random: () => number): string {
  const words = COMMON.filter(() => random() < 0.5)
  const rare = Array.from({ length: WORDS_A_MESSAGE }, () => `word${Math.floor(random() * WORDS)}`)
  return [...words, ...rare].join(' ')
}

/** The same numbers each time (Park and Miller). */
function makeRandom(): () => number {
  let state = 20_261_119
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function fail(error: unknown): never {
  throw error
}
