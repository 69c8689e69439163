// A real Claude Code is shortened by cmux when its conversation fills up, killed, begun anew, and replaced by Codex: each time its
// model is told where the work stands, and nothing that was finished is done again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { WorkState } from '../../src/protocol/agents/work-state.ts'
import type { ShownAgent } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { PRESENT, type Played } from './programs.ts'
import type { Reply, Scripts } from './scripted-model/script.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 180_000, interval: 200 }
const OTHERS = PRESENT.filter((name) => name === 'gemini' || name === 'opencode')
/** Of a window of 200,000. */
const FULL_TOKENS = 130_000

let built: BuiltCmux
let stage: Stage
let approving: NodeJS.Timeout
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, PRESENT, { scripts: scripts(join(built.folder, 'real')) })
  approving = setInterval(() => void approveAll(), 500)
  // All at once: while the first is looked at, the slow ones start.
  await Promise.all(['claude' as const, ...OTHERS].map((name) => stage.spawn(name, 'play hello first')))
  await becomes(({ status }) => status === 'idle')
})
afterAll(async () => {
  clearInterval(approving)
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** Says what it is at, writes two files, commits one of them; and its model says how much it has read by then. */
function scripts(home: string): Scripts {
  const folder = join(home, 'workspaces', 'stage', 'claude')
  const write = (file: string): Reply => ({
    tool: { kind: 'named', what: 'Write', input: { file_path: join(folder, file), content: 'roses\n' } },
  })
  const progress = {
    task: 'A poem about tmux',
    pendingActions: [{ text: 'first verse', done: true }, { text: 'second verse' }],
    decisions: [{ decision: 'no rhymes', reason: 'the owner dislikes them' }],
  }
  return {
    work: [
      { tool: { kind: 'mcp', what: 'save_progress', input: progress } },
      write('one.txt'),
      { tool: { kind: 'shell', what: 'git add one.txt && git commit -q -m "Write the first verse"' } },
      write('verses/two.txt'),
      { text: 'WORK-DONE', inputTokens: FULL_TOKENS },
    ],
  }
}

/** A person who says yes to everything. */
async function approveAll(): Promise<void> {
  const { json } = await stage.team.ask('GET', '/api/approvals?state=waiting')
  for (const { id, sha256 } of (json as { items: { id: string; sha256: string }[] }).items)
    await stage.team.ask('POST', `/api/approvals/${id}/approve`, { sha256 })
}

const becomes = (holds: (agent: ShownAgent) => boolean) =>
  vi.waitFor(async () => {
    const agent = await stage.team.show('claude')
    if (!holds(agent)) throw new Error(`not yet: ${JSON.stringify(agent, undefined, 1)}`)
    return agent
  }, LIMIT)
const isAt = (generation: number) => (agent: ShownAgent) =>
  agent.status === 'idle' && agent.generation === generation
const eventsOf = async (type: string) =>
  (await stage.team.events(type)).filter(({ data }) => data['agent'] === 'claude').map(({ data }) => data)
const told = (type: string, wanted: Record<string, unknown>) =>
  vi.waitFor(async () => {
    const all = await eventsOf(type)
    const found = all.find((data) => Object.entries(wanted).every(([key, value]) => data[key] === value))
    if (!found) throw new Error(`nobody told ${type} ${JSON.stringify(wanted)}: ${await explain(all)}`)
    return found
  }, LIMIT)
/** What is known of the agent, for a failure that can't be looked at later. */
const explain = async (events: unknown) => {
  const agent = await stage.team.show('claude')
  const { json } = await stage.team.ask('GET', '/api/messages?agent=claude&limit=10')
  const screen = agent.pane && (await stage.team.tmux('capture-pane', '-p', '-t', agent.pane))
  return JSON.stringify({ events, agent, mail: json, screen }, undefined, 1)
}
const send = (body: string) => stage.team.ask('POST', '/api/messages', { to: 'claude', body })

/** Waits until its model is asked with these words, and says what it was asked. */
const isAsked = (model: Played, words: string) =>
  vi.waitFor(() => {
    const found = stage.models[model].asked.find(({ body }) => body.includes(words))
    if (!found) throw new Error(`it was not asked with ${words}`)
    return found.body
  }, LIMIT)

const STANDS = [
  'A poem about tmux',
  '[ ] second verse',
  '[x] first verse',
  'agent/claude',
  'one.txt',
  'verses/two.txt',
  'no rhymes',
]
/** The files that its tools wrote, each time. */
const written = async () =>
  (await eventsOf('tool.started'))
    .filter(({ tool }) => tool === 'Write')
    .map(({ input }) =>
      String((JSON.parse(String(input)) as Record<string, unknown>)['file_path'])
        .split('/')
        .at(-1),
    )

test('[C1] [C2] [C5] Claude Code is shortened at the threshold, and its next request says where the work stands', async () => {
  await send('play work')
  await told('agent.compaction', { stage: 'done' })
  expect(await eventsOf('agent.progress')).not.toEqual([])
  expect((await eventsOf('agent.compaction')).map(({ stage: how }) => how)).toEqual([
    'saving',
    'due',
    'typed',
    'done',
  ])
  const { path } = await told('agent.state_kept', { why: 'compaction' })
  expect(JSON.parse(readFileSync(String(path), 'utf8')) as WorkState).toMatchObject({
    files_modified: [
      { path: 'one.txt', git: 'added', tools: ['Write'], committed: true },
      { path: 'verses/two.txt', git: 'added', tools: ['Write'], committed: false },
    ],
    git_state: {
      branch: 'agent/claude',
      uncommitted: ['verses/two.txt'],
      recent_commits: [{ subject: 'Write the first verse' }],
    },
  })
  await send('play hello after the compaction')
  const asked = await isAsked('claude', 'after the compaction')
  for (const words of ['your conversation was shortened', ...STANDS]) expect(asked).toContain(words)
  expect(await written()).toEqual(['one.txt', 'two.txt'])
})

test('[C2] killed, it goes on with its conversation, and is told where the work stands', async () => {
  const { pid } = await becomes(isAt(1))
  process.kill(Number(pid), 'SIGKILL')
  await becomes(isAt(2))
  await told('agent.briefed', { source: 'resume', generation: 2 })
  await send('play hello after the kill')
  const asked = await isAsked('claude', 'after the kill')
  for (const words of ['you were started again', ...STANDS]) expect(asked).toContain(words)
})

test('[C2] [T4] killed in the middle of a turn, its model is asked to go on, once', async () => {
  await becomes(isAt(2))
  await send('play stall')
  await isAsked('claude', 'play stall')
  const { pid } = await becomes(({ status }) => status === 'working')
  process.kill(Number(pid), 'SIGKILL')
  const asked = await isAsked('claude', 'ended in the middle of a turn')
  for (const words of ['go on where you were cut off', ...STANDS]) expect(asked).toContain(words)
  await becomes(isAt(3))
  const { json } = await stage.team.ask('GET', '/api/messages?agent=claude&limit=1000')
  const orders = (json as { items: { subject: string | null }[] }).items.filter(
    ({ subject }) => subject === 'go on where you were cut off',
  )
  expect(orders).toHaveLength(1)
  expect(await written()).toEqual(['one.txt', 'two.txt'])
})

test('[C2] [T4] a fresh Claude Code takes over, with the brief', async () => {
  const before = await becomes(isAt(3))
  expect(await stage.team.cmux.run('agent', 'restart', 'claude', '--fresh')).toMatchObject({ code: 0 })
  await becomes(({ generation }) => generation === 4)
  await told('agent.briefed', { source: 'startup', generation: 4 })
  const asked = await isAsked('claude', 'You begin with a new conversation')
  for (const words of ['you take over the work of claude', ...STANDS]) expect(asked).toContain(words)
  expect((await becomes(isAt(4))).conversation).not.toBe(before.conversation)
})

test('[C2] [T4] Codex takes over from Claude Code, with the brief; nothing finished was done again', async () => {
  await becomes(isAt(4))
  const restarted = await stage.team.cmux.run('agent', 'restart', 'claude', '--runtime', 'codex')
  expect(restarted).toMatchObject({ code: 0 })
  expect(await becomes(isAt(5))).toMatchObject({ runtime: 'codex', branch: 'agent/claude' })
  const asked = await isAsked('codex', 'You begin with a new conversation')
  for (const words of ['you take over the work of claude', ...STANDS]) expect(asked).toContain(words)
  await told('agent.briefed', { source: 'startup', generation: 5 })
  expect(await written()).toEqual(['one.txt', 'two.txt'])
})

test.each(OTHERS)('[C2] a fresh %s takes over, and its model is told where the work stands', async (name) => {
  const { team } = stage
  await team.until(name, ({ status }) => status === 'idle')
  const task = await team.ask('POST', '/api/tasks', {
    title: `the poem of ${name}`,
    body: 'play hello',
    assignee: name,
  })
  expect(task.status).toBe(201)
  await isAsked(name, `the poem of ${name}`)
  await team.until(name, ({ status }) => status === 'idle')
  const heard = stage.models[name].asked.length
  expect(await team.cmux.run('agent', 'restart', name, '--fresh')).toMatchObject({ code: 0 })
  const asked = await vi.waitFor(() => {
    const found = stage.models[name].asked.slice(heard).find(({ body }) => body.includes('you take over'))
    if (!found) throw new Error('it was not told')
    return found.body
  }, LIMIT)
  for (const words of [`the poem of ${name}`, `agent/${name}`, 'recall']) expect(asked).toContain(words)
})
