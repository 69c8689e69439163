// Links that a repository or an agent puts where cmux looks before it builds a sandbox: they must not lead the sandbox out.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { plantProgram } from '../../fixtures/plant-program.ts'

const READ = 'cat .*/owner > stolen; exec sleep 1000'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  const bin = join(built.folder, 'bin')
  for (const name of ['codex', 'claude'] as const) plantProgram(bin, name)
  const person = join(built.folder, 'person')
  mkdirSync(join(person, '.codex'), { recursive: true })
  mkdirSync(join(person, '.claude'), { recursive: true })
  writeFileSync(join(person, '.codex', 'config.toml'), 'model_provider = "mine"\n')
  writeFileSync(join(person, '.claude', '.credentials.json'), '{}')
  const PATH = `${bin}:${process.env['PATH'] ?? ''}`
  team = await startTeam(built, 'links', { environment: { HOME: person, PATH, ANTHROPIC_API_KEY: 'k' } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

async function addProject(name: string, links: Readonly<Record<string, string>>): Promise<void> {
  const repository = makeRepository(join(built.folder, name))
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(repository.path, path))
  repository.git('add', '-A')
  repository.git('commit', '--allow-empty', '-qm', 'Link')
  await team.ask('POST', '/api/projects', { path: repository.path })
}

/** Where a workspace is in the home, and from there to the owner's token. */
const OUT = '../../../tokens'

test.each(['codex', 'claude'] as const)(
  '[O6] [P7] a link in a repository, where settings of %s are looked for, opens nothing of cmux to the agent',
  async (runtime) => {
    await addProject(`out-${runtime}`, { [`.${runtime}`]: OUT })
    const body = { name: `o-${runtime}`, runtime, project: `out-${runtime}`, args: ['/bin/bash', '-c', READ] }
    await team.ask('POST', '/api/agents', body)
    const shown = await team.until(`o-${runtime}`, ({ evidence }) =>
      evidence.some(({ says }) => says.includes('leads out of')),
    )
    expect(existsSync(join(shown.folder, 'stolen'))).toBe(false)
  },
)

/** As Claude Code writes it down. */
const line = (text: string) =>
  `${JSON.stringify({ type: 'user', uuid: text, sessionId: 's', message: { content: text } })}\n`

test('[O6] [P7] a hook that names a conversation of somebody else opens it to no agent in the sandbox', async () => {
  const talks = join(built.folder, 'person', '.claude', 'projects', '-secret')
  mkdirSync(talks, { recursive: true })
  writeFileSync(join(talks, 'talk.jsonl'), line('a secret of the person'))
  await addProject('plain', {})
  const args = ['/bin/bash', '-c', 'exec sleep 1000']
  const { folder } = await team.spawn('clara', { runtime: 'claude', project: 'plain', args })
  const own = join(talks, '..', folder.replaceAll(/[^a-zA-Z0-9]/g, '-'))
  await vi.waitFor(() => expect(existsSync(own)).toBe(true), { timeout: 20_000 })
  // As the agent could: its own file, links beside it, and the other one by its name.
  writeFileSync(join(own, 'mine.jsonl'), line('its own words'))
  symlinkSync('../-secret/talk.jsonl', join(own, 'link.jsonl'))
  const heard = async (path: string) => {
    const token = readFileSync(join(team.cmux.home, 'agents', 'clara', 'token'), 'utf8').trim()
    const body = {
      session_id: path,
      transcript_path: path,
      source: 'startup',
      hook_event_name: 'SessionStart',
    }
    await team.askAs(token, { method: 'POST', path: '/api/hooks/claude/SessionStart', body })
    await team.askAs(token, { method: 'POST', path: '/api/hooks/claude/Stop', body })
    return (await team.askAs(token, { path: '/api/agents/clara/history' })).body
  }
  await heard(join(talks, 'talk.jsonl'))
  await heard(join(own, 'link.jsonl'))
  await vi.waitFor(async () => expect(await heard(join(own, 'mine.jsonl'))).toContain('its own words'))
  expect(await heard(join(own, 'mine.jsonl'))).not.toContain('a secret of the person')
})

test('[O6] [P7] two agents whose workspaces are one to Claude Code are not started: each would read the other’s conversations', async () => {
  await addProject('pair', {})
  await addProject('pair-a', {})
  const args = ['/bin/bash', '-c', 'exec sleep 1000']
  const { folder } = await team.spawn('a-b', { runtime: 'claude', project: 'pair', args })
  const body = { name: 'b', runtime: 'claude', project: 'pair-a', args }
  expect(await team.ask('POST', '/api/agents', body)).toMatchObject({
    status: 409,
    json: { error: { code: 'CONFLICT', message: expect.stringContaining('pair/a-b') } },
  })
  // A name that is spelled otherwise is no trouble.
  const other = await team.spawn('c', { runtime: 'claude', project: 'pair-a', args })
  expect(other.folder.replaceAll('/', '-')).not.toBe(folder.replaceAll('/', '-'))
})
