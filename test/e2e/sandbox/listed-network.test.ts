// Agents that reach listed domains only. Their proxies run in a world of network namespaces, where a name leads to another machine:
// the program `setsid` that this cmux finds starts them there. Everything else is as on any machine.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startWorld, type World } from '../../fixtures/network/world.ts'
import { makeProgramPath } from '../../fixtures/program-path.ts'
import { spawnScriptAgent, type ScriptAgent } from '../../fixtures/walls/script-agent.ts'

const LIMIT = { timeout: 30_000, interval: 20 }
const RESOLVER = join(import.meta.dirname, '../../fixtures/network/serve-names.ts')
const STREAM = 'http://listed.test:7778/'

let built: BuiltCmux
let team: AgentTeam
let world: World

beforeAll(async () => {
  built = await buildCmux()
  world = await startWorld(built.folder, RESOLVER)
  const programs = makeProgramPath(join(built.folder, 'programs'))
  const setsid = execFileSync('bash', ['-c', 'command -v setsid'], { encoding: 'utf8' }).trim()
  programs.remove('setsid')
  const script = `#!/bin/bash\n[[ "$*" != *outbound.mjs* ]] || enter='${world.enter.join(' ')}'\nexec $enter ${setsid} "$@"\n`
  writeFileSync(join(programs.folder, 'setsid'), script, { mode: 0o755 })
  team = await startTeam(built, 'listed', {
    environment: { PATH: programs.folder },
    agents: { confine: { network: 'listed', domains: ['listed.test:7778', 'loopback.test:7777'] } },
  })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  world[Symbol.dispose]()
  built[Symbol.dispose]()
})

/** An ordinary program: it is told of the proxy by its environment only. */
const fetching = (url: string, then: string) =>
  `'${process.execPath}' -e 'fetch("${url}").then(async (answer) => { ${then} })'`
const FIRST_LINE =
  'for await (const chunk of answer.body) { console.log(Buffer.from(chunk).toString().split("\\n")[0]); process.exit() }'
const ALL_LINES = 'for await (const chunk of answer.body) process.stdout.write(chunk)'

/** What the proxy answers to CONNECT, its last line. */
async function askProxy(agent: ScriptAgent, place: string): Promise<string> {
  const { output } = await agent.run(
    `exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT ${place} HTTP/1.1\\r\\n\\r\\n' >&3; cat <&3`,
  )
  return output.trimEnd().split('\n').at(-1) ?? ''
}

/** The proxy of an agent: it is told a socket in the agent's folder. */
function findProxy(name: string): number | undefined {
  const rows = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  const socket = join(team.cmux.home, 'agents', name, 'outbound-')
  const found = rows.find((row) => /^ *\d+ \S*node /.test(row) && row.includes(`outbound.mjs ${socket}`))
  return found === undefined ? undefined : Number.parseInt(found, 10)
}

/** Its keeper and whatever else knows of the socket. */
function countProcesses(name: string): number {
  const rows = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return rows.filter((row) => row.includes(join(team.cmux.home, 'agents', name, 'outbound-'))).length
}

test('[S8] an agent reaches a listed domain with ordinary programs, and is told what opens another', async () => {
  const agent = await spawnScriptAgent(team, 'ada', {})
  expect(await team.show('ada')).toMatchObject({ confined: true, network: 'listed' })
  expect((await team.cmux.run('agent', 'show', 'ada')).stdout).toContain(
    'no network but cmux and listed domains',
  )
  expect((await agent.run(fetching(STREAM, FIRST_LINE))).output).toBe('0 to listed.test:7778\n')
  expect(await askProxy(agent, 'other.test:7777')).toBe(
    "cmux's proxy: other.test:7777 is not in agents.confine.domains; a person can add it to config.json",
  )
  expect(await askProxy(agent, 'loopback.test:7777')).toBe(
    "cmux's proxy: loopback.test leads to this machine or its cloud; that is not let through",
  )
  expect(await agent.run('exec 3<>/dev/tcp/203.0.113.5/7777')).toMatchObject({ code: 1 })
})

test('[S8] no agent sees the proxy of another', async () => {
  const agent = await spawnScriptAgent(team, 'bert', {})
  const folder = join(team.cmux.home, 'agents')
  expect(readdirSync(join(folder, 'ada')).filter((name) => name.endsWith('.sock'))).toHaveLength(1)
  const { output } = await agent.run(`find '${folder}' -name 'outbound-*'`)
  expect(output.trim().split('\n')).toEqual([expect.stringContaining(join(folder, 'bert')) as string])
})

test('[S8] [P3] a stream goes on through the death of the server, and hooks and messages work with the next one', async () => {
  const agent = await spawnScriptAgent(team, 'carl', {})
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  const send = async (body: string) =>
    ((await team.ask('POST', '/api/messages', { to: 'anna', body })).json as { id: string }).id
  await team.reaches(await send('say one'), 'seen')
  await agent.run(`${fetching(STREAM, ALL_LINES)} > stream.txt 2>&1 &`)
  const lines = () => readFileSync(join(agent.folder, 'stream.txt'), 'utf8').split('\n').slice(0, -1)
  await vi.waitFor(() => expect(lines().length).toBeGreaterThan(5), LIMIT)
  process.kill((await team.cmux.family()).leader, 'SIGKILL')
  await team.cmux.family()
  await team.reaches(await send('say two'), 'seen')
  const before = lines().length
  await vi.waitFor(() => expect(lines().length).toBeGreaterThan(before + 20), LIMIT)
  // Each connection is counted from 0: it is still the first.
  const seen = lines()
  expect(seen).toEqual(seen.map((_, index) => `${index} to listed.test:7778`))
  expect(await team.show('anna')).toMatchObject({ generation: 1, network: 'listed' })
})

test('[S8] [P3] a proxy that is killed comes back, and ends with its agent', async () => {
  const agent = await spawnScriptAgent(team, 'dora', {})
  const { pid } = await team.until('dora', (shown) => shown.pid !== null)
  const first = findProxy('dora') ?? 0
  process.kill(first, 'SIGKILL')
  await vi.waitFor(async () => {
    expect((await agent.run(fetching(STREAM, FIRST_LINE))).output).toBe('0 to listed.test:7778\n')
  }, LIMIT)
  expect(findProxy('dora')).not.toBe(first)
  process.kill(Number(pid), 'SIGKILL')
  const folder = join(team.cmux.home, 'agents', 'dora')
  // The next start of the agent has one of its own.
  await team.until('dora', ({ generation }) => generation === 2)
  await team.ask('POST', '/api/agents/dora/stop')
  await vi.waitFor(() => expect(countProcesses('dora')).toBe(0), LIMIT)
  expect(existsSync(folder)).toBe(true)
  expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toEqual([])
})
