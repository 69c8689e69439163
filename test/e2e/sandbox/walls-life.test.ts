// The life of an agent inside of walls: keys, sizes, ends, other releases.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { plantRelease } from '../../fixtures/plant-release.ts'
import { spawnScriptAgent } from '../../fixtures/walls/script-agent.ts'

const LIMIT = { timeout: 30_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'life', { agents: { backOffSec: [0] } })
  await team.ask('POST', '/api/projects', { path: makeRepository(join(built.folder, 'site')).path })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** A program that notes what happens to it in its workspace, the last word of each kind. */
const NOTING = `note() { echo "$2" > "$1.tmp"; mv "$1.tmp" "$1.note"; }
count=0; trap 'count=$((count+1)); note int $count' INT
trap 'note size "$(stty size)"' WINCH
trap 'note term yes; exit 0' TERM
note up $$; while :; do sleep 0.05; done`

const noteOf = (folder: string, name: string, text: string) =>
  vi.waitFor(() => expect(readFileSync(join(folder, `${name}.note`), 'utf8').trim()).toBe(text), LIMIT)

async function spawnNoting(name: string, script = NOTING) {
  const { folder } = await team.spawn(name, { runtime: 'shell', args: ['/bin/bash', '-c', script] })
  await vi.waitFor(() => expect(existsSync(join(folder, 'up.note'))).toBe(true), LIMIT)
  const { pane, pid } = await team.until(name, (agent) => agent.pid !== null)
  return { folder, pane: String(pane), pid: Number(pid) }
}

/** Whether any process of this machine was started with these words. */
const isAnywhere = (words: string) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .some((args) => args.startsWith(words))

describe('[O6] inside of walls', () => {
  test('Ctrl-C reaches the program and not the walls, Ctrl-Z stops nobody for good, and a new size is told', async () => {
    const { folder, pane, pid } = await spawnNoting('keys')
    await team.tmux('send-keys', '-t', pane, 'C-c')
    await noteOf(folder, 'int', '1')
    await team.tmux('send-keys', '-t', pane, 'C-z')
    await team.tmux('send-keys', '-t', pane, 'C-c')
    await noteOf(folder, 'int', '2')
    await team.tmux('resize-window', '-t', pane, '-x', '77', '-y', '33')
    await noteOf(folder, 'size', '33 77')
    expect(await team.show('keys')).toMatchObject({ pid, generation: 1, confined: true })
  })

  test('[A7] a stop is heard by the program, which may end as it likes', async () => {
    const { folder } = await spawnNoting('polite')
    expect(await team.ask('POST', '/api/agents/polite/stop')).toMatchObject({ status: 202 })
    await noteOf(folder, 'term', 'yes')
    await team.told('agent.ended', { agent: 'polite', end: 'ended with status 0' })
  })

  test('[A2] how it ended is known', async () => {
    await team.spawn('seven', { runtime: 'shell', args: ['/bin/bash', '-c', 'exit 7'] })
    await team.spawn('shot', { runtime: 'shell', args: ['/bin/bash', '-c', 'kill -9 $$'] })
    const told = (agent: string, end: string) => team.told('agent.ended', { agent, end })
    expect(await told('seven', 'ended with status 7')).toMatchObject({ data: { generation: 1 } })
    expect(await told('shot', 'ended by signal 9')).toMatchObject({ data: { generation: 1 } })
    for (const name of ['seven', 'shot']) await team.ask('DELETE', `/api/agents/${name}`)
  })

  test('[A2] kill -9 leaves nothing behind, not even what has left its terminal', async () => {
    const daemon = `sleep 31557.${process.pid}`
    // Only of the first start: it comes back.
    const first = `[ -e once ] || { touch once; setsid ${daemon} & }`
    const { pid } = await spawnNoting('daemon', `${first}; ${NOTING}`)
    await vi.waitFor(() => expect(isAnywhere(daemon)).toBe(true), LIMIT)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(isAnywhere(daemon)).toBe(false), LIMIT)
    await team.told('agent.ended', { agent: 'daemon', end: 'ended by signal 9' })
  })

  test('[P3] our hook and our tools are those of the release that leads, also after its predecessor is deleted', async () => {
    const { home } = team.cmux
    const agent = await spawnScriptAgent(team, 'old-timer', { CMUX_AT: home })
    const { pid } = await team.show('old-timer')
    const before = (await readReleases()).find(({ current }) => current)?.id ?? ''
    plantRelease(home, 'another', before, (folder) => writeFileSync(join(folder, 'mark'), 'another'))
    expect(await team.cmux.run('release', 'promote', 'another')).toMatchObject({ code: 0 })
    await vi.waitFor(async () => {
      expect(await agent.run('cat "$CMUX_AT/programs/current/mark"')).toMatchObject({ output: 'another' })
    }, LIMIT)
    rmSync(join(home, 'releases', before), { recursive: true })
    const hook = 'echo "{}" | timeout 20 node "$CMUX_AT/programs/current/hook.mjs" claude SessionStart'
    expect(await agent.run(hook)).toMatchObject({ code: 0 })
    expect(await team.show('old-timer')).toMatchObject({ pid, generation: 1 })
  })

  test('[S2] who works in the checkout itself changes files, and nothing of what git does there', async () => {
    const guest = await spawnScriptAgent(team, 'guest', {}, { workspace: false })
    expect(await guest.run('echo changed > a.txt && git diff --stat')).toMatchObject({ code: 0 })
    const tries = [
      'git commit -qam "Change it"',
      'git update-ref refs/heads/main HEAD~0 && git branch other',
      'git config core.fsmonitor x',
      'mkdir -p .git/info && echo "* filter=x" > .git/info/attributes',
      'echo elsewhere > .git/commondir',
      'touch .git/config.worktree',
      'touch .git/hooks/post-commit',
      'echo >> .git/config',
      'mv .git aside',
      'mv .git/hooks aside',
      'rm -rf .git/hooks .git/HEAD',
    ]
    for (const script of tries)
      expect({ script, ...(await guest.run(script)) }).not.toMatchObject({ code: 0 })
  })
})

async function readReleases(): Promise<{ id: string; current: boolean }[]> {
  return JSON.parse((await team.cmux.run('release', 'list', '--json')).stdout) as {
    id: string
    current: boolean
  }[]
}

test('[O6] [P7] only people start agents outside of walls', async () => {
  await team.spawn('boss', { role: 'supervisor' })
  await team.becomes('boss', 'idle')
  const token = readFileSync(join(team.cmux.home, 'agents', 'boss', 'token'), 'utf8').trim()
  const body = { name: 'escapee', runtime: 'demo', sandbox: false }
  expect(await team.askAs(token, { method: 'POST', path: '/api/agents', body })).toMatchObject({
    status: 403,
    json: { error: { message: 'sandbox: only people start agents outside of walls' } },
  })
})
