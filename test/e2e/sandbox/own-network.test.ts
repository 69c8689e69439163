// Agents with a network of their own, which is the default: cmux answers them through every server that comes, and no other service
// of this machine does unless a person opened its port.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { makeProgramPath, type ProgramPath } from '../../fixtures/program-path.ts'
import { findTunObstacle } from '../../fixtures/tun-obstacle.ts'
import { spawnScriptAgent, type ScriptAgent } from '../../fixtures/walls/script-agent.ts'

const LIMIT = { timeout: 30_000, interval: 50 }
const obstacle = findTunObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: agents with a network of their own, since ${obstacle}`)

let built: BuiltCmux
let team: AgentTeam
let programs: ProgramPath
const greet = (socket: Socket) => void socket.on('error', () => undefined).end('hello')
const neighbour = createServer(greet)
const served = createServer(greet)
const portOf = (server: typeof neighbour) => (server.address() as AddressInfo).port

beforeAll(async () => {
  for (const server of [neighbour, served])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  built = await buildCmux()
  programs = makeProgramPath(join(built.folder, 'programs'))
  team = await startTeam(built, 'net', {
    environment: { PATH: programs.folder },
    agents: { confine: { ports: [portOf(served)] } },
  })
})
afterAll(async () => {
  neighbour.close()
  served.close()
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const reaches = async (agent: ScriptAgent, port: number) =>
  (await agent.run(`exec 3<>/dev/tcp/127.0.0.1/${port}`)).code === 0

/** Processes that carry packages for an agent: the tool is told the process whose network it serves. */
function findTool(pid: number): number | undefined {
  const rows = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  const found = rows.find(
    (row) => /^ *\d+ (pasta|slirp4netns) /.test(row) && row.split(' ').includes(String(pid)),
  )
  return found === undefined ? undefined : Number.parseInt(found, 10)
}

async function spawnOne(name: string) {
  const agent = await spawnScriptAgent(team, name, {})
  const { pid } = await team.until(name, (shown) => shown.pid !== null)
  return { agent, pid: Number(pid) }
}

test.skipIf(obstacle)(
  '[S8] an agent reaches cmux and the port that a person opened, and no other service of this machine',
  async () => {
    const { agent } = await spawnOne('ada')
    expect(await team.show('ada')).toMatchObject({ confined: true, network: 'own' })
    expect(await reaches(agent, team.cmux.port)).toBe(true)
    expect(await reaches(agent, portOf(served))).toBe(true)
    expect(await reaches(agent, portOf(neighbour))).toBe(false)
    // The canary: who is not in a sandbox reaches it.
    const free = await spawnScriptAgent(team, 'fred', {}, { sandbox: false })
    expect(await reaches(free, portOf(neighbour))).toBe(true)
    expect(await team.show('fred')).toMatchObject({ confined: false, network: 'host' })
  },
)

test.skipIf(obstacle)('[S8] [P3] its hooks and messages work, also with the next server', async () => {
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  const send = async (body: string) =>
    ((await team.ask('POST', '/api/messages', { to: 'anna', body })).json as { id: string }).id
  await team.reaches(await send('say one'), 'seen')
  process.kill((await team.cmux.family()).leader, 'SIGKILL')
  await team.cmux.family()
  await team.reaches(await send('say two'), 'seen')
  expect(await team.show('anna')).toMatchObject({ generation: 1, network: 'own' })
})

test.skipIf(obstacle)(
  '[S8] [P3] when the tool that carries its packages is killed, it has a network again, and when it ends, so does the tool',
  async () => {
    const { agent, pid } = await spawnOne('carl')
    const tool = findTool(pid) ?? 0
    process.kill(tool, 'SIGKILL')
    await vi.waitFor(async () => expect(await reaches(agent, team.cmux.port)).toBe(true), LIMIT)
    const next = findTool(pid)
    expect(next).not.toBe(tool)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(findTool(pid)).toBe(undefined), LIMIT)
  },
)

test.skipIf(obstacle)(
  '[S8] what an agent is refused waits for a person, who opens it for this run, and it holds until the next one',
  async () => {
    const { agent } = await spawnOne('gina')
    const port = portOf(neighbour)
    // A port where nothing listens on this machine is nobody's business: it may be a server of its own that is not up yet.
    await agent.run('exec 3<>/dev/tcp/127.0.0.1/9')
    // Its network is watched within a second of its start. A connection that a program waits for as a whole, as bash does, leaves no
    // port behind; most programs don't wait like that.
    const connect = `require("net").connect(${port}, "127.0.0.1").on("error", () => process.exit(1))`
    await vi.waitFor(async () => {
      expect(await agent.run(`node -e '${connect}'`)).toMatchObject({ code: 1 })
      expect(await team.events('agent.port_wanted')).toMatchObject([{ data: { agent: 'gina', port } }])
    }, LIMIT)
    const { stdout } = await team.cmux.run('next')
    expect(stdout).toContain(`gina asks for port ${port} of this machine`)
    expect(await team.cmux.run('agent', 'open-port', 'gina', String(port), '--once')).toMatchObject({
      code: 0,
    })
    await vi.waitFor(async () => expect(await reaches(agent, port)).toBe(true), LIMIT)
    const { output } = await agent.run(`exec 3<>/dev/tcp/127.0.0.1/${port}; cat <&3`)
    expect(output).toBe('hello')
    // A server that comes next opens it again.
    process.kill((await team.cmux.family()).leader, 'SIGKILL')
    await vi.waitFor(async () => expect(await reaches(agent, port)).toBe(true), LIMIT)
    expect(await team.cmux.run('agent', 'close-port', 'gina', String(port))).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await reaches(agent, port)).toBe(false), LIMIT)
    const { json } = await team.ask('GET', '/api/agents/gina/ports')
    expect(json).toMatchObject({ items: [{ port, state: 'closed', direction: 'to-host' }] })
  },
)

test.skipIf(obstacle)(
  '[S8] a port that is opened for a project holds for the next run of an agent, and is closed at once for all of them',
  async () => {
    const port = portOf(neighbour)
    await team.ask('POST', '/api/projects', { path: makeRepository(join(built.folder, 'mill')).path })
    const spawnIn = (name: string) => spawnScriptAgent(team, name, {}, { project: 'mill' })
    const [kira, lars] = await Promise.all([spawnIn('kira'), spawnIn('lars')])
    const open = ['agent', 'open-port', 'kira', String(port), '--project']
    expect(await team.cmux.run(...open)).toMatchObject({ code: 0 })
    for (const agent of [kira, lars])
      await vi.waitFor(async () => expect(await reaches(agent, port)).toBe(true), LIMIT)
    await team.ask('POST', '/api/agents/kira/restart', {})
    await team.until('kira', ({ generation, pid }) => generation === 2 && pid !== null)
    await vi.waitFor(async () => expect(await reaches(kira, port)).toBe(true), LIMIT)
    // By way of the other one.
    expect(await team.cmux.run('agent', 'close-port', 'lars', String(port))).toMatchObject({ code: 0 })
    for (const agent of [kira, lars])
      await vi.waitFor(async () => expect(await reaches(agent, port)).toBe(false), LIMIT)
  },
)

test.skipIf(obstacle)(
  '[S8] an address that this machine gets later does not lead to its services either',
  async () => {
    const { agent, pid } = await spawnOne('ines')
    const own = async () => (await agent.run('ip -o addr show dev lo')).output
    const [address = ''] = Object.values(networkInterfaces()).flatMap((rows) =>
      (rows ?? []).filter(({ internal, family }) => !internal && family === 'IPv4').map((row) => row.address),
    )
    await vi.waitFor(async () => expect(await own()).toContain(`${address}/32`), LIMIT)
    // As if the agent had been started before this machine had the address, by a server that has ended since.
    const inside = ['-t', String(pid), '-U', '-n', '--preserve-credentials', 'ip', 'addr', 'del']
    execFileSync('nsenter', [...inside, `${address}/32`, 'dev', 'lo'])
    expect(await own()).not.toContain(`${address}/32`)
    process.kill((await team.cmux.family()).leader, 'SIGKILL')
    await vi.waitFor(async () => expect(await own()).toContain(`${address}/32`), LIMIT)
  },
)

test.skipIf(obstacle)('[S8] [P7] no agent opens a port for itself', async () => {
  const token = readFileSync(join(team.cmux.home, 'agents', 'gina', 'token'), 'utf8').trim()
  for (const act of ['open', 'close', 'publish']) {
    const question = { method: 'POST', path: `/api/agents/gina/ports/${act}`, body: { port: 1 } }
    expect(await team.askAs(token, question)).toMatchObject({ status: 403 })
  }
})

test.skipIf(obstacle)(
  '[S8] a server that an agent runs is opened to a person at an address of this machine, and closed again',
  async () => {
    const { agent } = await spawnOne('hugo')
    const server = 'require("http").createServer((_, r) => r.end("made by hugo")).listen(3000)'
    await agent.run(`setsid -f node -e '${server}' </dev/null >/dev/null 2>&1`)
    const opened = await team.cmux.run('agent', 'port', 'hugo', '3000')
    const url = opened.stdout.trim()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const ask = async () => (await fetch(url).catch(() => undefined))?.text()
    await vi.waitFor(async () => expect(await ask()).toBe('made by hugo'), LIMIT)
    expect(await team.cmux.run('agent', 'port', 'hugo', '3000', '--close')).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await ask()).toBe(undefined), LIMIT)
  },
)

test.skipIf(obstacle)(
  '[S8] without pasta an agent has its network by slirp4netns; without both none starts, and it is said what mends it',
  async () => {
    const restart = async () => {
      await team.cmux.run('down', '--now')
      await team.cmux.run('up', '--no-open')
    }
    programs.remove('pasta')
    await restart()
    const { agent, pid } = await spawnOne('dora')
    expect(findTool(pid)).toBeDefined()
    await vi.waitFor(async () => expect(await reaches(agent, team.cmux.port)).toBe(true), LIMIT)
    expect(await reaches(agent, portOf(neighbour))).toBe(false)
    programs.remove('slirp4netns')
    await restart()
    const { status, json } = await team.ask('POST', '/api/agents', { name: 'emil', runtime: 'demo' })
    expect({ status, json }).toMatchObject({
      status: 409,
      json: {
        error: {
          code: 'CONFINEMENT_REQUIRED',
          message:
            'agents have a network of their own, and that does not work here: neither pasta nor slirp4netns is installed',
          hint: expect.stringMatching(/ passt$/) as string,
        },
      },
    })
    const { stdout } = await team.cmux.run('next')
    expect(stdout).toContain('neither pasta nor slirp4netns is installed')
    programs.restore('slirp4netns')
    programs.restore('pasta')
  },
)
