// What the real programs say and do is in their histories, each thing once, by the programs' own ids.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { HistoryEntry } from '../../src/protocol/messages/history.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { PRESENT, type Played } from './programs.ts'
import type { Scripts } from './scripted-model/script.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 180_000, interval: 200 }
const DELEGATED = {
  description: 'sub task',
  prompt: 'play hello for the subagent',
  subagent_type: 'general-purpose',
}
const SCRIPTS: Scripts = {
  delegate: [
    { text: 'I ask another.', tool: { kind: 'named', what: 'Agent', input: DELEGATED } },
    { text: 'DELEGATE-DONE' },
  ],
}

let built: BuiltCmux
let stage: Stage
let approving: NodeJS.Timeout
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, PRESENT, { scripts: SCRIPTS })
  approving = setInterval(() => void approveAll(), 500)
  await Promise.all(PRESENT.map((name) => stage.spawn(name, 'play shell and the first words')))
})
afterAll(async () => {
  clearInterval(approving)
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** A person who says yes to everything. */
async function approveAll(): Promise<void> {
  const { json } = await stage.team.ask('GET', '/api/approvals?state=waiting')
  for (const { id, sha256 } of (json as { items: { id: string; sha256: string }[] }).items)
    await stage.team.ask('POST', `/api/approvals/${id}/approve`, { sha256 })
}

const historyOf = async (name: Played, query = '') =>
  (
    (await stage.team.ask('GET', `/api/agents/${name}/history?limit=1000${query}`)).json as {
      items: HistoryEntry[]
    }
  ).items

const gist = ({ kind, text, tool }: HistoryEntry) =>
  tool ? `${kind} ${JSON.stringify(tool.input)}` : `${kind} ${text}`

const marks = async () => (await historyOf('claude', '&kind=mark')).map(({ text }) => text)

/** Gemini CLI and OpenCode ask at their own terminals. */
async function answerDialogs(name: Played): Promise<void> {
  const { status } = await stage.team.show(name)
  if (status === 'waiting' && (name === 'gemini' || name === 'opencode')) stage.type(name, '\r')
}

test.each(PRESENT)('[C6] %s: prompt, answer, tool and result are in its history, once each', async (name) => {
  const entries = await vi.waitFor(async () => {
    await answerDialogs(name)
    const found = await historyOf(name)
    const said = found.filter(({ kind }) => kind === 'answer').map(({ text }) => text)
    if (!said.includes('SHELL-DONE')) throw new Error(`not yet: ${JSON.stringify(found, undefined, 1)}`)
    return found
  }, LIMIT)
  const of = (kind: HistoryEntry['kind']) => entries.filter((entry) => entry.kind === kind)
  expect(of('message').map(({ text }) => text)).toEqual(['from owner: play shell and the first words'])
  expect(of('prompt').map(gist)).toEqual([expect.stringContaining('| play shell and the first words')])
  expect(of('tool').map(gist)).toEqual([expect.stringContaining('echo played > shell-out.txt')])
  expect(of('result').map(({ tool }) => [tool?.id, tool?.name])).toEqual(
    of('tool').map(({ tool }) => [tool?.id, tool?.name]),
  )
  expect(of('answer').map(({ text }) => text)).toEqual(['Running it.', 'SHELL-DONE'])
  const ids = entries.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  expect(entries.filter(({ session }) => session === '').map(({ kind }) => kind)).toEqual(['message'])
})

test('[C6] claude: what a subagent says is its own, a compaction and a new conversation are marked', async () => {
  await stage.waitForScreen('claude', 'ready')
  await stage.say('claude', 'play delegate now')
  await vi.waitFor(async () => {
    const own = (await historyOf('claude')).filter(({ subagent }) => subagent !== null)
    expect(own.map(gist)).toContain('answer Hello from the script.')
  }, LIMIT)
  await stage.waitForScreen('claude', 'ready')
  await stage.team.ask('POST', '/api/agents/claude/compact')
  await expect.poll(marks, LIMIT).toEqual(['compact'])
  await stage.waitForScreen('claude', 'ready')
  await stage.team.ask('POST', '/api/agents/claude/clear')
  await expect.poll(marks, LIMIT).toEqual(['compact', 'clear'])
})
