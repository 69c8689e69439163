// Codex keeps conversations by day, so that those of the person and of all agents lie in one folder. An agent in the sandbox has a
// folder of its own, with what it goes on with and nothing else.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { plantConversation } from '../../fixtures/plant-conversation.ts'

const idOf = (last: string) => `019c0000-0000-7000-8000-00000000000${last}`
const [MINE, OTHERS, NEW] = [idOf('1'), idOf('2'), idOf('3')]

/** Writes down which conversations it finds, and goes on with the one that it is to resume. */
const CODEX = `#!/bin/sh
[ "$1" = --version ] && echo 0.166.0 && exit
find "$HOME/.codex/" -name 'rollout-*' > seen.tmp
[ "$1" = resume ] && while read -r file; do echo '{"type":"more"}' >> "$file"; done < seen.tmp
mv seen.tmp seen
exec sleep 1000
`

let built: BuiltCmux
let team: AgentTeam
let person: string
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  const bin = join(built.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'codex'), CODEX, { mode: 0o755 })
  person = join(built.folder, 'person')
  mkdirSync(join(person, '.codex'), { recursive: true })
  writeFileSync(join(person, '.codex', 'config.toml'), 'model_provider = "mine"\n')
  mkdirSync(join(built.folder, 'notes'))
  plantConversation(person, 'codex', MINE, join(built.folder, 'notes'))
  plantConversation(person, 'codex', OTHERS, person)
  writeFileSync(nameOf(OTHERS), line('a secret of the person'))
  const PATH = `${bin}:${process.env['PATH'] ?? ''}`
  team = await startTeam(built, 'own', { environment: { HOME: person, PATH } })
  const { path } = makeRepository(join(built.folder, 'shop'))
  await team.ask('POST', '/api/projects', { path })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** Where its program sees it, and where the person has theirs. */
const nameOf = (session: string) =>
  join(person, '.codex/sessions/2026/01/02', `rollout-2026-01-02T03-04-05-${session}.jsonl`)

const line = (text: string) => {
  const payload = { type: 'message', id: text, role: 'assistant', content: [{ type: 'output_text', text }] }
  return `${JSON.stringify({ timestamp: '2026-01-02T03:04:05Z', type: 'response_item', payload })}\n`
}

async function seenIn(folder: string): Promise<string[]> {
  await vi.waitFor(() => expect(existsSync(join(folder, 'seen'))).toBe(true), { timeout: 20_000 })
  return readFileSync(join(folder, 'seen'), 'utf8').split('\n').filter(Boolean)
}

async function hear(name: string, session: string, transcript: string): Promise<string> {
  const token = readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()
  const body = { session_id: session, transcript_path: transcript, source: 'startup', prompt: 'hello' }
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
    const path = `/api/hooks/codex/${event}`
    await team.askAs(token, { method: 'POST', path, body: { ...body, hook_event_name: event } })
  }
  return (await team.askAs(token, { path: `/api/agents/${name}/history` })).body
}

test('[O6] [P7] an agent of Codex sees no conversation of the person, also when it names one as its own', async () => {
  const { folder } = await team.spawn('cody', { runtime: 'codex', project: 'shop' })
  expect(await seenIn(folder)).toEqual([])
  const own = join(
    team.cmux.home,
    'agents/cody/box/codex',
    nameOf(NEW).slice(join(person, '.codex').length + 1),
  )
  mkdirSync(dirname(own), { recursive: true })
  writeFileSync(own, line('its own words'))
  await hear('cody', OTHERS, nameOf(OTHERS))
  await vi.waitFor(async () => expect(await hear('cody', NEW, nameOf(NEW))).toContain('its own words'))
  expect(await hear('cody', OTHERS, nameOf(OTHERS))).not.toContain('a secret of the person')
  // It is to go on with what it has named.
  writeFileSync(join(folder, 'seen'), '')
  expect(await team.cmux.run('agent', 'restart', 'cody')).toMatchObject({ code: 0 })
  await vi.waitFor(async () => expect(await seenIn(folder)).toEqual([nameOf(NEW)]), { timeout: 20_000 })
  expect(readFileSync(nameOf(OTHERS), 'utf8')).toBe(line('a secret of the person'))
})

test('[O6] neither does another one of the same name see those of the agent before it', async () => {
  expect(await team.cmux.run('agent', 'remove', 'cody')).toMatchObject({ code: 0 })
  const { folder } = await team.spawn('cody', { runtime: 'codex', project: 'shop' })
  expect(await seenIn(folder)).toEqual([])
})

test('[A13] [O6] an adopted conversation is the only one that its agent has, and what it adds is the person’s, too', async () => {
  const folder = join(built.folder, 'notes')
  const body = { runtime: 'codex', session: MINE, name: 'adele', folder }
  expect(await team.ask('POST', '/api/adoptions', body)).toMatchObject({ status: 201 })
  expect(await seenIn(folder)).toEqual([nameOf(MINE)])
  expect(readFileSync(nameOf(MINE), 'utf8')).toContain('"more"')
})
