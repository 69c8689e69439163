// An interrupt with real processes: what was interrupted is not submitted again before a person says so, whatever is killed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '../../../src/protocol/messages/message.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'interrupt', { agents: { backOffSec: [0] } })
  await Promise.all(
    // As Claude Code does: a prompt that is stopped before the first word goes back into its line.
    ['anna', 'bert', 'cora', 'dora'].map((name) => team.spawn(name, { args: ['--puts-back'] })),
  )
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** Longer than this file takes: a turn that ends before was interrupted. */
const LONG_WORK = 'wait 3600'

const send = async (to: string, body: string) =>
  ((await team.ask('POST', '/api/messages', { to, body })).json as Message).id

/** A message that its agent has taken and said nothing to yet. */
async function sendWork(name: string): Promise<string> {
  await team.becomes(name, 'idle')
  const id = await send(name, LONG_WORK)
  await team.reaches(id, 'submitted')
  await team.becomes(name, 'working')
  return id
}

const stepsOf = ({ evidence }: Message) => evidence.map(({ receipt, says }) => [receipt, says])
/** How often it was taken as a prompt. */
const timesTaken = async (id: string) =>
  stepsOf(await team.message(id)).filter(([, says]) => says === 'took it as a prompt').length

test('[L3] what is interrupted before the first word is shown so, stays so, and is sent again when a person says so', async () => {
  const id = await sendWork('anna')
  expect(await team.cmux.run('agent', 'interrupt', 'anna')).toMatchObject({ code: 0 })
  const stopped = await team.reaches(id, 'interrupted')
  expect(stepsOf(stopped).at(-1)).toEqual(['interrupted', 'owner interrupted it'])
  const shown = (await team.cmux.run('message', 'show', id)).stdout
  expect(shown).toMatch(new RegExp(`deliver it +cmux message send-again ${id}`))
  expect((await team.cmux.run('inbox', 'anna', '--all')).stdout).toMatch(
    new RegExp(`anna +interrupted +${id}`),
  )
  await team.becomes('anna', 'idle')

  // Other mail arrives, so the line was cleared; and the interrupted one did not come with it.
  const other = await send('anna', 'say after it')
  await team.reaches(other, 'seen')
  expect([await timesTaken(id), (await team.message(id)).receipt]).toEqual([1, 'interrupted'])

  await team.becomes('anna', 'idle')
  const again = await team.cmux.run('message', 'send-again', id)
  expect([again.code, again.stdout]).toEqual([0, `${id} is on its way to anna again\n`])
  await team.becomes('anna', 'working')
  await team.reaches(id, 'submitted')
  expect(await timesTaken(id)).toBe(2)
  const twice = await team.ask('POST', `/api/messages/${id}/send-again`)
  expect([twice.status, twice.body]).toEqual([409, expect.stringContaining('only what was interrupted')])
})

test('[L3] kill -9 of the server in the middle of an interrupt does not undo it', async () => {
  const id = await sendWork('bert')
  const { pid } = await team.show('bert')
  // The key is pressed and not heard while the server is killed.
  process.kill(Number(pid), 'SIGSTOP')
  expect(await team.ask('POST', '/api/agents/bert/interrupt')).toMatchObject({ status: 202 })
  process.kill((await team.cmux.family()).leader, 'SIGKILL')
  process.kill(Number(pid), 'SIGCONT')
  const other = await send('bert', 'say after the kill')
  await team.reaches(other, 'seen')
  expect([await timesTaken(id), (await team.message(id)).receipt]).toEqual([1, 'interrupted'])
})

test('[L3] what an agent has read and works on is interrupted, too', async () => {
  await team.becomes('cora', 'idle')
  const id = await send('cora', `run ls\n${LONG_WORK}`)
  await team.reaches(id, 'seen')
  await team.becomes('cora', 'working')
  expect(await team.ask('POST', '/api/agents/cora/interrupt')).toMatchObject({ status: 202 })
  expect(await team.message(id)).toMatchObject({ receipt: 'interrupted' })
  await team.becomes('cora', 'idle')
  // Nothing of that turn is left: another interrupt finds nothing.
  const other = await send('cora', 'say hello')
  await team.reaches(other, 'seen')
  await team.becomes('cora', 'idle')
  await team.ask('POST', '/api/agents/cora/interrupt')
  expect(await team.message(other)).toMatchObject({ receipt: 'seen' })
})

test('[L3] Escape at the terminal is as final', async () => {
  const id = await sendWork('dora')
  const { pane } = await team.show('dora')
  await team.tmux('send-keys', '-t', String(pane), 'Escape')
  const stopped = await team.reaches(id, 'interrupted')
  expect(stopped.evidence.at(-1)).toMatchObject({
    source: 'screen',
    says: 'somebody stopped it: it stands in its prompt again',
  })
  const other = await send('dora', 'say after it')
  await team.reaches(other, 'seen')
  expect([await timesTaken(id), (await team.message(id)).receipt]).toEqual([1, 'interrupted'])
})

test('[L3] [P7] no agent sends again what was interrupted', async () => {
  const token = (
    (await team.ask('POST', '/api/tokens', { role: 'agent', agent: 'anna' })).json as {
      secret: string
    }
  ).secret
  const asked = await team.askAs(token, { method: 'POST', path: '/api/messages/any/send-again' })
  expect(asked.status).toBe(403)
})
