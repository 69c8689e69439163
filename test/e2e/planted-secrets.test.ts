// A key, a token and a password in an address, planted wherever agents say, do and tell things: none of them is kept.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../src/protocol/history.ts'
import type { CreatedToken } from '../../src/protocol/token.ts'
import { startTeam, type AgentTeam } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
// In parts, so that no scanner takes these for real ones.
const SECRETS = {
  key: ['sk', '-ant-', 'planted0123456789abcdefghij'].join(''),
  token: ['gh', 'p_', 'planted0123456789abcdefghijklm'].join(''),
  password: 'planted-hunter2',
}
const WORDS = `${SECRETS.key} ${SECRETS.token} https://ann:${SECRETS.password}@h.example/x.git`

/** What the agent's own program writes for itself is its own; what it was told to write, too. */
const NOT_OURS = /^(?:agents\/[^/]+\/(?:conversations|work)|workspaces|releases|programs)\//

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'planted')
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

async function findPlanted(): Promise<string[]> {
  const { home } = team.cmux
  const found: string[] = []
  for await (const path of walk(home)) {
    const name = relative(home, path)
    if (NOT_OURS.test(name)) continue
    const content = await readFile(path).catch(unlessGone)
    for (const [what, secret] of Object.entries(SECRETS))
      if (content?.includes(secret)) found.push(`${what} in ${name}`)
  }
  return found
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

test('[P7] nor what hooks, agents elsewhere and the journal are told', async () => {
  const token = (
    (await team.ask('POST', '/api/tokens', { role: 'agent', agent: 'far' })).json as CreatedToken
  ).secret
  const asFar = (method: string, path: string, body: unknown) =>
    team.askAs(token, { method, path: `/api/agents/far/${path}`, body })
  expect((await asFar('POST', 'heartbeat', { note: WORDS.slice(0, 200) })).status).toBe(200)
  const tool = { id: 't', name: 'Bash', input: { command: WORDS, api_key: SECRETS.password }, failed: true }
  const entries = [
    { id: 'a', kind: 'prompt', text: WORDS },
    { id: 'b', kind: 'tool', text: '', tool },
    {
      id: 'c',
      kind: 'result',
      text: JSON.stringify({ nested: JSON.stringify({ token: SECRETS.password }) }),
      tool,
    },
  ]
  expect((await asFar('PUT', 'history', { entries })).json).toMatchObject({ added: 3 })
  expect((await team.ask('POST', '/api/journal', { text: `noted: ${WORDS}`, kind: 'note' })).status).toBe(201)
  await team.cmux.run('backup', 'create')
  await team.cmux.run('restart')
  expect(await findPlanted()).toEqual([])
})
