// A machine without bubblewrap, with default settings: nothing of agents runs there, and it is said what is missing. The same cmux
// had a sandbox before, so that there is an agent that is registered already.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Attention } from '../../../src/protocol/attention.ts'
import type { Change, ChangeView } from '../../../src/protocol/changes/change.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { makeProgramPath, type ProgramPath } from '../../fixtures/program-path.ts'
import type { CommandResult } from '../../fixtures/run-command.ts'

const LIMIT = { timeout: 30_000, interval: 50 }
const FIX = /^(?:sudo )?(?:apt-get install -y|dnf install -y|pacman -S --noconfirm|apk add) bubblewrap$/
const REFUSED = {
  code: 'CONFINEMENT_REQUIRED',
  message: 'agents run in a sandbox, and bubblewrap is missing',
  hint: expect.stringMatching(FIX) as string,
}

let built: BuiltCmux
let programs: ProgramPath
let team: AgentTeam
let upAgain: CommandResult
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  programs = makeProgramPath(join(built.folder, 'programs'))
  const environment = { PATH: programs.folder }
  team = await startTeam(built, 'bare', { environment, agents: { backOffSec: [0] } })
  await team.ask('POST', '/api/projects', { path: makeRepository(join(built.folder, 'site')).path })
  await team.spawn('olga')
  await team.becomes('olga', 'idle', { confined: true })
  await team.cmux.run('down', '--now')
  await team.tmux('kill-server')
  programs.remove('bwrap')
  upAgain = await team.cmux.run('up', '--no-open')
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

describe('[S7] without bubblewrap', () => {
  test('cmux comes up, and says that no agent starts and what mends it', () => {
    expect(upAgain).toMatchObject({ code: 0 })
    expect(upAgain.stdout).toContain('log in once with: ')
    expect(upAgain.stdout).toMatch(/\nno agent starts: bubblewrap is missing\nfix: .*install.* bubblewrap\n/)
  })

  test('an agent that is registered already does not start, and waits for a person', async () => {
    const { data } = await team.told('agent.needs_person', { agent: 'olga' })
    expect(data).toMatchObject({ why: REFUSED.message, hint: REFUSED.hint })
    const { items } = (await team.ask('GET', '/api/next')).json as Attention
    expect(items).toMatchObject([
      { kind: 'sandbox', title: 'no agent starts: bubblewrap is missing', command: REFUSED.hint },
      { kind: 'agent-given-up', agent: 'olga' },
    ])
    expect(await team.show('olga')).toMatchObject({ pane: null, status: 'dead' })
  })

  test('a spawn, a restart and an adoption are refused with the command that mends it, and nothing is made', async () => {
    const token = join(team.cmux.home, 'tokens', 'owner')
    const attack = ['/bin/sh', '-c', `cp ${token} ${join(built.folder, 'stolen')}`]
    const spawned = await team.ask('POST', '/api/agents', { name: 'thief', runtime: 'shell', args: attack })
    const restarted = await team.ask('POST', '/api/agents/olga/restart', {})
    const session = '3580c77c-9068-46a4-a392-a6526c2cd59a'
    const adopted = await team.ask('POST', '/api/adoptions', { runtime: 'claude', session })
    for (const reply of [spawned, restarted, adopted])
      expect(reply).toMatchObject({ status: 409, json: { error: REFUSED } })
    expect((await team.list()).map(({ name }) => name)).toEqual(['olga'])
    expect(existsSync(join(team.cmux.home, 'agents', 'thief'))).toBe(false)
    expect(existsSync(join(built.folder, 'stolen'))).toBe(false)
  })

  test('status and doctor say it', async () => {
    const { stdout } = await team.cmux.run('status', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      sandbox: { mode: 'required', state: 'missing', detail: 'bubblewrap is missing', hint: REFUSED.hint },
    })
    expect((await team.cmux.run('status')).stdout).toMatch(
      /sandbox +degraded +no agent starts: bubblewrap is missing; fix: .*bubblewrap/,
    )
    const found = await team.cmux.run('doctor', '--json')
    expect(found.code).toBe(1)
    expect((JSON.parse(found.stdout) as { findings: unknown[] }).findings).toContainEqual({
      what: 'sandbox',
      state: 'fail',
      detail: 'no agent starts: bubblewrap is missing',
      fix: REFUSED.hint,
    })
  })

  test('the demo does not start, and says why beside the address', async () => {
    const { code, stdout } = await team.cmux.run('up', '--demo', '--no-open')
    expect(code).toBe(1)
    expect(stdout).toContain('log in once with: ')
    expect(stdout).toContain(`the demo did not start: ${REFUSED.message}`)
    expect(stdout).toMatch(/fix: .*bubblewrap/)
  })

  test('the checks of a change are refused, and not run without a sandbox', async () => {
    const proof = join(built.folder, 'checked')
    const rules = { checks: [{ name: 'test', run: `touch ${proof}` }] }
    const files = { 'a.txt': 'one\n', 'cmux.json': JSON.stringify(rules) }
    const { path } = makeRepository(join(built.folder, 'shop'), files)
    await team.ask('POST', '/api/projects', { path, name: 'shop' })
    const changes = [{ file: 'a.txt', type: 'modify', content: 'two\n' }]
    const order = { project: 'shop', description: 'better', changes }
    const { json } = await team.ask('POST', '/api/improvements', order)
    const { id } = json as Change
    await team.ask('POST', `/api/improvements/${id}/execute`, {})
    const refused = await vi.waitFor(async () => {
      const change = (await team.ask('GET', `/api/improvements/${id}`)).json as ChangeView
      expect(change.state).toBe('refused')
      return change
    }, LIMIT)
    expect(JSON.stringify(refused.steps)).toContain('checks run in a sandbox, and bubblewrap is missing')
    expect(existsSync(proof)).toBe(false)
  })

  test('a person starts one without a sandbox by an explicit word, and it is marked; an agent can not', async () => {
    const words = ['--runtime', 'demo', '--role', 'supervisor', '--project', 'site', '--no-sandbox']
    expect(await team.cmux.run('agent', 'spawn', 'free', ...words)).toMatchObject({ code: 0 })
    expect(await team.becomes('free', 'idle')).toMatchObject({
      confined: false,
      unconfined: 'spawned with --no-sandbox',
    })
    expect((await team.cmux.run('status')).stdout).toMatch(/free.*not sandboxed/)
    const token = readFileSync(join(team.cmux.home, 'agents', 'free', 'token'), 'utf8').trim()
    const body = { name: 'helper', runtime: 'demo', sandbox: false }
    const asked = await team.askAs(token, { method: 'POST', path: '/api/agents', body })
    expect(asked).toMatchObject({ status: 403 })
    const plain = { name: 'helper', runtime: 'demo' }
    expect(await team.askAs(token, { method: 'POST', path: '/api/agents', body: plain })).toMatchObject({
      status: 409,
      json: { error: REFUSED },
    })
  })

  test('as soon as it is installed, agents start again, in the sandbox', async () => {
    programs.restore('bwrap')
    expect(await team.cmux.run('agent', 'restart', 'olga')).toMatchObject({ code: 0 })
    await team.becomes('olga', 'idle', { confined: true })
    const { items } = (await team.ask('GET', '/api/next')).json as Attention
    expect(items.filter(({ kind }) => kind === 'sandbox')).toEqual([])
  })
})
