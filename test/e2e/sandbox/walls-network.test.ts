// Agents without a network: they reach cmux, through every server that comes, and nothing else on this machine.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { spawnScriptAgent } from '../../fixtures/walls/script-agent.ts'

let built: BuiltCmux
let team: AgentTeam
const neighbour = createServer((socket) => socket.end('hello'))
beforeAll(async () => {
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
  built = await buildCmux()
  team = await startTeam(built, 'quiet', { agents: { confine: { network: 'none' } } })
})
afterAll(async () => {
  neighbour.close()
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

test('[O6] an agent without a network reaches cmux and no other port, and has no other way', async () => {
  const agent = await spawnScriptAgent(team, 'shy', {})
  const { port } = neighbour.address() as AddressInfo
  const reach = async (to: number) => (await agent.run(`exec 3<>/dev/tcp/127.0.0.1/${to}`)).code
  await expect.poll(() => reach(team.cmux.port), { timeout: 20_000 }).toBe(0)
  expect(await reach(port)).not.toBe(0)
  // It is there for everybody else.
  const [greeting] = (await once(connect(port, '127.0.0.1'), 'data')) as [Buffer]
  expect(String(greeting)).toBe('hello')
  const { output } = await agent.run('tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "')
  expect(output.trim()).toBe('lo')
  expect(await team.show('shy')).toMatchObject({ confined: true })
})

test('[O6] its hooks and its mail work, also with the next server', async () => {
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  const send = async (body: string) =>
    ((await team.ask('POST', '/api/messages', { to: 'anna', body })).json as { id: string }).id
  await team.reaches(await send('say one'), 'seen')
  process.kill((await team.cmux.family()).leader, 'SIGKILL')
  await team.cmux.family()
  await team.reaches(await send('say two'), 'seen')
  expect(await team.show('anna')).toMatchObject({ generation: 1 })
})
