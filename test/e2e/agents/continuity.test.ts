// Going on: agents whose conversations fill up are shortened at the end of a turn, and told where they are; so are those that are
// started again, and those that take over.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Agent } from '../../../src/protocol/agents/agent.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import type { AgentState, WorkState } from '../../../src/protocol/agents/work-state.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'

const LONG = { timeout: 60_000 }

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'continuity', {
    agents: { stopSec: 0.5, backOffSec: [0] },
    continuity: { windows: { 'demo-1': 10_000 } },
  })
  const { path } = makeRepository(join(built.folder, 'site'))
  await team.ask('POST', '/api/projects', { path })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const agentFile = (name: string, file: string) => join(team.cmux.home, 'agents', name, file)
const currentTask = (name: string) => readFileSync(agentFile(name, 'current_task.md'), 'utf8')
const stateOf = async (name: string) =>
  (await team.ask('GET', `/api/agents/${name}/state`)).json as AgentState
const conversationOf = async (name: string) => {
  const { conversation } = await team.show(name)
  return readFileSync(agentFile(name, join('conversations', `${String(conversation)}.jsonl`)), 'utf8')
}
/** What it was told by cmux as its session began, the last time. */
const briefOf = async (name: string) =>
  (await conversationOf(name))
    .split('\n')
    .filter((line) => line.includes('"type":"system"') && line.includes('cmux: '))
    .map((line) => (JSON.parse(line) as { message: { content: string } }).message.content)
    .at(-1)
/** What cmux itself has told it to do. */
const ordersTo = async (name: string) => {
  const { json } = await team.ask('GET', `/api/messages?agent=${name}&limit=1000`)
  return (json as { items: Message[] }).items.flatMap(({ to, from, subject }) =>
    to === name && from === 'system' ? [subject] : [],
  )
}
/** Gives it a task of steps that the demo agent does not take up by itself; resolves in the middle of it. */
const isAtWork = async (name: string) => {
  const body = `write ${name}.txt one\nwait 600`
  const task = await team.ask('POST', '/api/tasks', { title: `work of ${name}`, body, assignee: name })
  expect(task.status).toBe(201)
  return team.becomes(name, 'working')
}
const kill = ({ pid }: Pick<Agent, 'pid'>) => process.kill(Number(pid), 'SIGKILL')
const stagesOf = async (name: string) =>
  (await team.events('agent.compaction'))
    .filter(({ data }) => data['agent'] === name)
    .map(({ data }) => data['stage'])

test('[C1] [C2] [C5] at 60 % it is asked to save, shortened when its turn is over, and told where it is', async () => {
  await team.spawn('anna', {
    task: 'write verse.txt one\nprogress Poem about tmux | x first verse | second verse\nthink 5000 10\nsay half',
  })
  await team.told('agent.progress', { agent: 'anna' })
  // What it has read so far is counted with the end of its turn.
  await expect
    .poll(async () => (await stateOf('anna')).context, { timeout: 60_000 })
    .toMatchObject({ window: 10_000 })
  await team.becomes('anna', 'idle')
  expect(await stagesOf('anna')).toEqual([])
  const mail = await team.ask('POST', '/api/messages', {
    to: 'anna',
    body: 'write words.txt two\nthink 6500 10',
  })
  expect(mail.status).toBe(201)
  await team.told('agent.compaction', { agent: 'anna', stage: 'done' })
  expect(await stagesOf('anna')).toEqual(['saving', 'due', 'typed', 'done'])
  const { data } = await team.told('agent.state_kept', { agent: 'anna', why: 'compaction' })
  const day = new Date().toISOString().slice(0, 10)
  expect(data['path']).toMatch(new RegExp(`/journal/site/${day}/artifacts/compaction-anna-\\d+Z\\.json$`))
  const kept = JSON.parse(readFileSync(String(data['path']), 'utf8')) as WorkState
  expect(kept).toMatchObject({
    files_modified: [
      { path: 'verse.txt', git: 'added' },
      { path: 'words.txt', git: 'added' },
    ],
    current_task: { objective: 'Poem about tmux' },
    git_state: { branch: 'agent/anna', uncommitted: ['verse.txt', 'words.txt'] },
  })
  await team.told('agent.briefed', { agent: 'anna', source: 'compact' })
  const brief = await briefOf('anna')
  for (const words of [
    'Poem about tmux',
    '[ ] second verse',
    '[x] first verse',
    'agent/anna',
    'words.txt',
    'recall',
  ])
    expect(brief).toContain(words)
  // It has had its mail, and did what that said.
  expect(brief).not.toContain('Unread mail')
  await team.becomes('anna', 'idle', { generation: 1 })
})

test('[C2] one that is killed comes back with its conversation and the brief', async () => {
  const { pid } = await team.becomes('anna', 'idle')
  process.kill(Number(pid), 'SIGKILL')
  await team.becomes('anna', 'idle', { generation: 2 })
  await team.told('agent.briefed', { agent: 'anna', source: 'resume' })
  expect(await briefOf('anna')).toContain('you were started again')
})

test('[C2] [C3] [T4] a fresh one takes over: brief, workspace, tasks and mail; nothing finished is done again', async () => {
  const added = await team.ask('POST', '/api/tasks', {
    title: 'finished thing',
    body: 'write c.txt three',
    assignee: 'anna',
  })
  const { id } = added.json as { id: string }
  await team.told('task.moved', { id, to: 'completed' })
  await team.becomes('anna', 'idle')
  const { code } = await team.cmux.run('agent', 'restart', 'anna', '--fresh')
  expect(code).toBe(0)
  await team.told('agent.state_kept', { agent: 'anna', why: 'hand-over' })
  await team.becomes('anna', 'idle', { generation: 3 })
  await team.told('agent.briefed', { agent: 'anna', source: 'startup', generation: 3 })
  const brief = await briefOf('anna')
  for (const words of ['you take over', '[ ] second verse', 'finished thing', 'c.txt'])
    expect(brief).toContain(words)
  // It is told to take up what is left, and nothing that was said to the one before.
  await expect.poll(() => conversationOf('anna'), LONG).toContain('you take over')
  expect(await conversationOf('anna')).not.toContain('"write words.txt two')
  expect(
    (await team.events('tool.started')).filter(({ data }) => String(data['input']).includes('c.txt')),
  ).toHaveLength(1)
})

test('[C4] current_task.md is current, for cat', async () => {
  await expect.poll(() => currentTask('anna'), LONG).toContain('- [ ] second verse')
  expect(currentTask('anna')).toMatch(
    /^# Current Task\n\nPoem about tmux\n[\s\S]*\n## Conversation Context\n[\s\S]*\n## Pending Actions\n[\s\S]*\n## State\n/,
  )
  await team.prompt('anna', 'progress Another thing | one step')
  await expect.poll(() => currentTask('anna'), LONG).toContain('# Current Task\n\nAnother thing\n')
})

test('[C1] 30 uses of tools over 12 files in two folders: the artifact lists exactly these, as git and the tools say', async () => {
  await team.spawn('bert')
  await team.becomes('bert', 'idle')
  const paths = Array.from(
    { length: 12 },
    (_, index) => `${index % 2 === 0 ? 'src' : 'doc'}/part-${index}.txt`,
  )
  const uses = Array.from(
    { length: 30 },
    (_, index) => `${index < 12 ? 'write' : 'append'} ${paths[index % 12]} line ${index}`,
  )
  await team.prompt('bert', uses.join('\n'))
  await expect
    .poll(
      async () => (await team.events('tool.ended')).filter(({ data }) => data['agent'] === 'bert').length,
      LONG,
    )
    .toBe(30)
  await team.becomes('bert', 'idle')
  await team.cmux.run('agent', 'stop', 'bert')
  const { data } = await team.told('agent.state_kept', { agent: 'bert', why: 'stop' })
  const kept = JSON.parse(readFileSync(String(data['path']), 'utf8')) as WorkState
  expect(kept.files_modified.map(({ path, git }) => [path, git])).toEqual(
    paths.toSorted().map((path) => [path, 'added']),
  )
  expect(kept.files_modified.filter(({ tools }) => tools.length === 0)).toEqual([])
  expect(kept.git_state?.uncommitted.toSorted()).toEqual(paths.toSorted())
})

const GO_ON = 'go on where you were cut off'

test('[C2] [T4] killed in the middle of a task, it is told to go on, once', async () => {
  await team.spawn('carl')
  await team.becomes('carl', 'idle')
  const before = await isAtWork('carl')
  await team.told('tool.ended', { agent: 'carl', tool: 'Write' })
  kill(before)
  await expect.poll(() => ordersTo('carl'), LONG).toEqual([GO_ON])
  await expect.poll(() => conversationOf('carl'), LONG).toContain(GO_ON)
  expect(await briefOf('carl')).toContain('work of carl')
  kill(await team.becomes('carl', 'idle', { generation: 2 }))
  await team.becomes('carl', 'idle', { generation: 3 })
  const uses = await team.events('tool.started')
  expect(uses.filter(({ data }) => String(data['input']).includes('carl.txt'))).toHaveLength(1)
})

test('[C2] [O3] nobody is told to go on with what a person has interrupted, or while it is paused', async () => {
  for (const name of ['dora', 'emil']) await team.spawn(name)
  for (const name of ['dora', 'emil']) await team.becomes(name, 'idle')
  kill(await isAtWork('emil'))
  await team.ask('POST', '/api/agents/emil/pause', {})
  await team.becomes('emil', 'paused', { generation: 2 })
  await isAtWork('dora')
  expect(await team.cmux.run('agent', 'interrupt', 'dora')).toMatchObject({ code: 0 })
  kill(await team.becomes('dora', 'idle', { generation: 1 }))
  await team.becomes('dora', 'idle', { generation: 2 })
  // When this one is told, whatever the others would have been told is there, too.
  kill(await isAtWork('carl'))
  await expect.poll(() => ordersTo('carl'), LONG).toEqual([GO_ON, GO_ON])
  expect([await ordersTo('dora'), await ordersTo('emil')]).toEqual([[], []])
  await team.ask('POST', '/api/agents/emil/resume')
  await expect.poll(() => ordersTo('emil'), LONG).toEqual([expect.stringMatching(/^go on where you were/)])
})

test('[C1] [C2] a restart and down --agents leave an artifact of each one that runs, and the brief after them names it', async () => {
  const { generation } = await team.becomes('anna', 'idle')
  expect(await team.cmux.run('agent', 'restart', 'anna')).toMatchObject({ code: 0 })
  await team.told('agent.state_kept', { agent: 'anna', why: 'restart', generation })
  await team.becomes('anna', 'idle', { generation: generation + 1 })
  await team.prompt('anna', 'append last.txt before the end')
  await team.told('tool.ended', { agent: 'anna', tool: 'Edit' })
  await team.becomes('anna', 'idle')

  const { code, stdout } = await team.cmux.run('down', '--agents', '--json')
  // One that was stopped before has left its own.
  const { kept: names } = JSON.parse(stdout) as { kept: string[] }
  expect([code, names.includes('anna'), names.includes('bert')]).toEqual([0, true, false])
  expect(await team.cmux.run('up', '--no-open')).toMatchObject({ code: 0 })
  const { data } = await team.told('agent.state_kept', { agent: 'anna', why: 'stop' })
  const kept = JSON.parse(readFileSync(String(data['path']), 'utf8')) as WorkState
  expect(kept).toMatchObject({ why: 'stop', generation: generation + 1 })
  expect(kept.files_modified.map(({ path }) => path)).toContain('last.txt')
  await team.becomes('anna', 'idle', { generation: generation + 2 })
  await team.told('agent.briefed', { agent: 'anna', source: 'resume', generation: generation + 2 })
  expect(await briefOf('anna')).toContain(String(data['path']))
})
