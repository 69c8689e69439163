// Secrets of many shapes, planted wherever agents and people say, do and tell things: they are kept only where somebody needs them whole.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../src/protocol/messages/history.ts'
import type { CreatedToken } from '../../../src/protocol/access/token.ts'
import type { Reply } from '../../fixtures/ask.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { readCells } from '../../fixtures/read-cells.ts'
import { SECRET_SHAPES } from '../../fixtures/secret-shapes.ts'
import { readContent } from '../../fixtures/read-content.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
// In parts, so that no scanner takes these for real ones.
const SECRETS = {
  key: ['sk', '-ant-', 'planted0123456789abcdefghij'].join(''),
  token: ['gh', 'p_', 'planted0123456789abcdefghijklm'].join(''),
  password: 'planted-hunter2',
}
/** Secrets without a form; cmux knows them from where they are. */
const IN_ENVIRONMENT = 'a sentence that only the environment has'
const IN_FILE = 'a sentence that only a file of secrets has'
const SHAPES = SECRET_SHAPES.map(({ what, text, secret }) => ({
  what,
  text,
  parts: secret.split(/\\n|\n\+?/),
}))
const WORDS = `${SECRETS.key} ${SECRETS.token} https://ann:${SECRETS.password}@h.example/x.git`

/** What the agent's own program writes for itself is its own; what it was told to write, too. */
const NOT_OURS = /^(?:agents\/[^/]+\/(?:conversations|work)|workspaces|releases|programs)\//

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'planted', { environment: { PLANTED_API_KEY: IN_ENVIRONMENT } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

async function findPlanted(except = NOT_OURS): Promise<string[]> {
  const { home } = team.cmux
  const found: string[] = []
  for await (const path of walk(home)) {
    const name = relative(home, path)
    if (NOT_OURS.test(name) || except.test(name)) continue
    const content = await readFile(path).catch(unlessGone)
    if (content) found.push(...namesIn(readContent(path, content)).map((what) => `${what} in ${name}`))
  }
  return found
}

/** Which of the planted ones are in it. */
function namesIn(content: Buffer | string): string[] {
  const single = [...Object.entries(SECRETS), ['environment', IN_ENVIRONMENT], ['file', IN_FILE]] as const
  const all = [...SHAPES, ...single.map(([what, secret]) => ({ what, parts: [secret] }))]
  return all.flatMap(({ what, parts }) => (parts.some((part) => content.includes(part)) ? [what] : []))
}

/** The server goes on writing, and so files and folders come and go. */
async function* walk(folder: string): AsyncGenerator<string> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(unlessGone)) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (entry.isFile()) yield path
  }
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const historyOf = async (name: string) =>
  ((await team.ask('GET', `/api/agents/${name}/history?limit=1000`)).json as { items: HistoryEntry[] }).items

test('[P7] a secret in prompts, tools and what they give back is found nowhere in the home', async () => {
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  await team.prompt('anna', `run echo ${WORDS}\nwrite a.txt ${WORDS}\nsay done with ${WORDS}`)
  await expect
    .poll(async () => (await historyOf('anna')).map(({ kind }) => kind), LIMIT)
    .toEqual(expect.arrayContaining(['prompt', 'tool', 'result', 'answer']))
  await team.becomes('anna', 'idle')
  const said = JSON.stringify(await historyOf('anna'))
  expect(said).toContain('https://ann:[redacted]@h.example')
  expect(await findPlanted()).toEqual([])
})

async function askFor(
  agent: string,
): Promise<(method: string, path: string, body?: unknown) => Promise<Reply>> {
  const { secret } = (await team.ask('POST', '/api/tokens', { role: 'agent', agent })).json as CreatedToken
  return (method, path, body) => team.askAs(secret, { method, path, body })
}

test('[P7] [S10] nor what hooks, agents elsewhere and the journal are told', async () => {
  const asFar = await askFor('far')
  expect((await asFar('POST', '/api/agents/far/heartbeat', { note: WORDS.slice(0, 200) })).status).toBe(200)
  const tool = { id: 't', name: 'Bash', input: { command: WORDS, api_key: SECRETS.password }, failed: true }
  const nested = JSON.stringify({ nested: JSON.stringify({ token: SECRETS.password }) })
  const entries = [
    { id: 'a', kind: 'prompt', text: WORDS },
    { id: 'b', kind: 'tool', text: '', tool },
    { id: 'c', kind: 'result', text: nested, tool },
    ...SHAPES.flatMap(({ text }, number) => [
      { id: `said ${number}`, kind: 'answer', text },
      { id: `used ${number}`, kind: 'tool', text: '', tool: { ...tool, input: { command: text } } },
    ]),
  ]
  expect((await asFar('PUT', '/api/agents/far/history', { entries })).json).toMatchObject({
    added: entries.length,
  })
  const text = ['noted:', WORDS, IN_ENVIRONMENT, ...SHAPES.map((shape) => shape.text)].join('\n\n')
  expect((await team.ask('POST', '/api/journal', { text, kind: 'note' })).status).toBe(201)
  await team.cmux.run('backup', 'create')
  // A server knows what is in its folder of secrets when it starts.
  await writeFile(join(team.cmux.home, 'secrets', 'planted'), `${IN_FILE}\n`, { mode: 0o600 })
  await team.cmux.run('restart')
  expect((await team.ask('POST', '/api/journal', { text: `it is: ${IN_FILE}`, kind: 'note' })).status).toBe(
    201,
  )
  expect(await findPlanted(/^secrets\//)).toEqual([])
})

/** A message for its receiver, a task for its assignee, an approval for the person that decides. */
const WHOLE = ['approvals.content', 'messages.body', 'tasks.body']

test('[P7] [S10] a message, a task and a request are whole for who needs them, and masked everywhere else', async () => {
  const asFar = await askFor('far')
  const body = [WORDS, IN_ENVIRONMENT, ...SHAPES.map(({ text }) => text)].join('\n\n')
  const { id } = (await team.ask('POST', '/api/messages', { to: 'far', body })).json as { id: string }
  expect((await asFar('GET', `/api/messages/${id}`)).json).toMatchObject({ body })
  await asFar('POST', '/api/messages', { to: 'owner', body })
  await team.ask('POST', '/api/tasks', { title: `look at ${WORDS}`, body })
  const asked = { title: `run ${SECRETS.key}`, content: body, why: WORDS }
  const approval = (await asFar('POST', '/api/approvals', asked)).json as { id: string }
  expect((await team.ask('GET', `/api/approvals/${approval.id}`)).json).toMatchObject({ content: body })
  const lists = ['approvals', 'events', 'next', 'audit', 'notices', 'alerts', 'agents', 'journal', 'unread']
  for (const list of lists) {
    const { status, body: listed } = await team.ask('GET', `/api/${list}`)
    expect([list, status, namesIn(listed)]).toEqual([list, 200, []])
  }
  expect(await findPlanted(/^secrets\/|^cmux\.db/)).toEqual([])
  const cells = readCells(join(team.cmux.home, 'cmux.db')).filter(({ text }) => namesIn(text).length > 0)
  expect([...new Set(cells.map(({ column }) => column))].toSorted()).toEqual(WHOLE)
})
