// Approvals with real demo agents under a whole cmux: what is asked waits, whatever is killed, and happens once or not at all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Approval, ApprovalsPage } from '../../../src/protocol/approvals/approval.ts'
import type { Attention } from '../../../src/protocol/attention.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const LONG = { timeout: 60_000, interval: 50 }
const POLICY = {
  defaults: 'off',
  rules: [
    { tool: 'Edit', path: 'asked.txt', verdict: 'ask' },
    { tool: 'Edit', path: 'forbidden.txt', verdict: 'deny' },
  ],
}

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'approvals', { agents: { stopSec: 0.5, backOffSec: [0] } })
  writeFileSync(join(team.cmux.home, 'policy.json'), JSON.stringify(POLICY))
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const tokenOf = (name: string) => readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()
const screenOf = async (name: string) =>
  team.tmux('capture-pane', '-p', '-S', '-', '-t', String((await team.show(name)).pane))
const show = async (id: string) => (await team.ask('GET', `/api/approvals/${id}`)).json as Approval
const list = async (query: string) =>
  ((await team.ask('GET', `/api/approvals?${query}`)).json as ApprovalsPage).items
const becomes = (id: string, state: Approval['state']) =>
  vi.waitFor(async () => {
    const request = await show(id)
    expect(request).toMatchObject({ state })
    return request
  }, LONG)
/** The one that this agent waits for. */
const waitingOf = (name: string) =>
  vi.waitFor(async () => {
    const all = await list(`agent=${name}`)
    const [request, ...others] = all.filter(({ state }) => state === 'waiting')
    if (!request || others.length > 0) throw new Error(`${name} has asked for: ${JSON.stringify(all)}`)
    return show(request.id)
  }, LONG)
const decide = (
  id: string,
  verdict: 'approve' | 'deny',
  body: Record<string, unknown>,
  token = team.cmux.owner,
) => team.askAs(token, { method: 'POST', path: `/api/approvals/${id}/${verdict}`, body })
/** How often it was really done. */
const timesDone = async (name: string, file = 'asked.txt') => {
  const path = join((await team.show(name)).folder, file)
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0
}
/** A demo agent that was told to do something that is asked about. */
const hire = async (name: string, more: Record<string, unknown> = {}) => {
  await team.spawn(name, { task: `append asked.txt ${name}`, ...more })
  return waitingOf(name)
}
/** An agent whose turn has ended says after a while that it waits, and then that is its last word. */
const AFTER_TURN = new Set(['ended its turn', 'waits for input'])
const isDone = async (name: string, times: number) => {
  await team.until(name, ({ evidence }) => evidence.some(({ says }) => AFTER_TURN.has(says)))
  expect(await timesDone(name)).toBe(times)
}

describe('one that is asked about', () => {
  test('[O1] [O2] waits, says for what, is found by `cmux next`, and does it once it is approved', async () => {
    const { id, sha256, content } = await hire('anna')
    expect(JSON.parse(content)).toMatchObject({ tool: 'Edit', input: { file_path: 'asked.txt' } })
    const { evidence } = await team.becomes('anna', 'waiting')
    expect(evidence.map(({ says }) => says)).toContainEqual(
      expect.stringContaining(`waits for approval ${id}`),
    )
    const { items } = (await team.ask('GET', '/api/next')).json as Attention
    expect(items.filter(({ agent }) => agent === 'anna')).toMatchObject([
      { kind: 'approval', urgency: 'high', command: `cmux approvals show ${id}`, link: `/approvals/${id}` },
    ])
    expect(await timesDone('anna')).toBe(0)

    const shown = await team.cmux.run('approvals', 'show', id)
    expect(shown.stdout).toContain('asked.txt')
    expect((await team.cmux.run('approvals', 'approve', id)).code).toBe(4)
    const approved = await team.cmux.run('approvals', 'approve', id, '--yes', '--reason', 'fine')
    expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining('approved: Edit')])
    await isDone('anna', 1)
    expect(await becomes(id, 'used')).toMatchObject({
      sha256,
      decision: { by: 'owner', via: 'cli', reason: 'fine' },
    })
    for (const type of ['approval.asked', 'approval.decided', 'approval.used'])
      expect((await team.events(type)).filter(({ data }) => data['id'] === id)).toHaveLength(1)
  })

  test('[O1] [O2] does not when it is denied, and is told why', async () => {
    const { id } = await hire('bert')
    await decide(id, 'deny', { reason: 'not on a Sunday' })
    await isDone('bert', 0)
    expect(await screenOf('bert')).toContain('not on a Sunday')
    await team.told('tool.refused', { agent: 'bert' })
  })

  test('[O2] [P7] what the rules deny is not done, and nobody is asked', async () => {
    await team.spawn('carl', { task: 'append forbidden.txt carl' })
    await team.told('tool.refused', { agent: 'carl', tool: 'Edit' })
    await team.becomes('carl', 'idle')
    expect(await timesDone('carl', 'forbidden.txt')).toBe(0)
    expect(await list('agent=carl')).toEqual([])
  })

  test('[O1] a dialog of its own program is in the queue too', async () => {
    await team.spawn('dialog', { task: 'ask may I?' })
    const { id, sha256, title } = await waitingOf('dialog')
    expect(title).toContain('may I?')
    await decide(id, 'approve', { sha256 })
    await becomes(id, 'used')
    await expect.poll(() => screenOf('dialog'), LONG).toContain('allowed')
  })
})

describe('a person at the terminal', () => {
  test('[O1] says yes there, and the queue follows', async () => {
    const { id, inDialog } = await hire('tina')
    expect(inDialog).toBe(true)
    await expect.poll(() => screenOf('tina'), LONG).toContain('1')
    await team.tmux('send-keys', '-t', String((await team.show('tina')).pane), '1')
    expect(await becomes(id, 'used')).toMatchObject({ decision: { by: 'terminal', via: 'terminal' } })
    await isDone('tina', 1)
  })

  test('[O1] interrupts it there, and nothing is left to approve', async () => {
    const { id, sha256 } = await hire('timo')
    await team.tmux('send-keys', '-t', String((await team.show('timo')).pane), 'Escape')
    const { ended } = await becomes(id, 'withdrawn')
    expect(ended).not.toBeNull()
    expect(errorCode(await decide(id, 'approve', { sha256 }))).toBe('CONFLICT')
    expect(await timesDone('timo')).toBe(0)
  })
})

describe('while it waits', () => {
  test('[O1] kill -9 of the server changes nothing: approved, it is done once', async () => {
    const { id, sha256 } = await hire('dora')
    for (let kills = 0; kills < 2; kills += 1) {
      process.kill((await team.cmux.family()).leader, 'SIGKILL')
      await team.cmux.family()
    }
    expect(await waitingOf('dora')).toMatchObject({ id, sha256 })
    await decide(id, 'approve', { sha256 })
    await isDone('dora', 1)
    await becomes(id, 'used')
  })

  test('[O1] a planned swap does not wait for it: approved, it is done once', async () => {
    const { id, sha256 } = await hire('emil')
    const before = await team.cmux.family()
    expect(await team.cmux.run('restart')).toMatchObject({ code: 0 })
    expect((await team.cmux.family()).leader).not.toBe(before.leader)
    expect(await waitingOf('emil')).toMatchObject({ id })
    await decide(id, 'approve', { sha256 })
    await isDone('emil', 1)
  })

  test('[O1] kills around a no change nothing: it is not done', async () => {
    const { id } = await hire('fred')
    process.kill((await team.cmux.family()).leader, 'SIGKILL')
    await team.cmux.family()
    await decide(id, 'deny', {})
    process.kill((await team.cmux.family()).leader, 'SIGKILL')
    await team.cmux.family()
    await isDone('fred', 0)
    expect(await show(id)).toMatchObject({ state: 'denied' })
  })

  test('[P7] [O1] its agent dies: the request is over, and the next start asks anew', async () => {
    const { id, sha256 } = await hire('gina')
    const { pid } = await team.show('gina')
    process.kill(Number(pid), 'SIGKILL')
    // Its program may come to say so itself, before we see that it is gone.
    const why = expect.stringMatching(/^(the agent that asked has|its conversation) ended$/)
    expect(await becomes(id, 'withdrawn')).toMatchObject({ ended: { why } })
    const refused = await decide(id, 'approve', { sha256 })
    expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('ended')])
    expect(await timesDone('gina')).toBe(0)
  })
})

describe('who decides', () => {
  test('[P7] [O1] no agent, neither its own nor another, and only on what was shown', async () => {
    const { id, sha256 } = await hire('hugo')
    for (const name of ['hugo', 'anna'])
      for (const verdict of ['approve', 'deny'] as const)
        expect((await decide(id, verdict, { sha256 }, tokenOf(name))).status).toBe(403)
    const other = await team.askAs(tokenOf('anna'), { method: 'GET', path: `/api/approvals/${id}` })
    expect(other.status).toBe(403)
    const altered = await decide(id, 'approve', { sha256: '0'.repeat(64) })
    expect([altered.status, altered.body]).toEqual([409, expect.stringContaining('not what')])
    expect(await show(id)).toMatchObject({ state: 'waiting' })

    const both = await Promise.all([
      decide(id, 'approve', { sha256 }),
      decide(id, 'deny', { sha256 }),
      decide(id, 'approve', { sha256 }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const replay = await decide(id, 'approve', { sha256 })
    expect([replay.status, replay.body]).toEqual([409, expect.stringContaining('by owner')])
  })

  test('[O1] who knows the passphrase, once one is set', async () => {
    const { id, sha256 } = await hire('ines')
    const set = (body: Record<string, unknown>) => team.ask('PUT', '/api/approvals/passphrase', body)
    expect(await set({ passphrase: 'open sesame' })).toMatchObject({ status: 200 })
    expect(errorCode(await set({ passphrase: 'mine instead' }))).toBe('PASSPHRASE_NEEDED')
    expect(errorCode(await decide(id, 'approve', { sha256 }))).toBe('PASSPHRASE_NEEDED')
    expect(errorCode(await decide(id, 'approve', { sha256, passphrase: 'wrong' }))).toBe('PASSPHRASE_NEEDED')
    expect(await decide(id, 'approve', { sha256, passphrase: 'open sesame' })).toMatchObject({ status: 200 })
    expect(await set({ passphrase: null, current: 'open sesame' })).toMatchObject({ status: 200 })
    expect(readFileSync(join(team.cmux.home, 'cmux.db')).includes('open sesame')).toBe(false)
    await isDone('ines', 1)
  })
})

test('[O1] an agent asks in its own words, and hears the answer', async () => {
  const token = tokenOf('anna')
  const body = { title: 'delete the old branch', content: 'git branch -D old', why: 'it is merged' }
  const asked = await team.askAs(token, { method: 'POST', path: '/api/approvals', body })
  const { id, sha256 } = asked.json as Approval
  expect(asked.status).toBe(201)
  const waiting = team.askAs(token, { method: 'GET', path: `/api/approvals/${id}?wait=20` })
  await decide(id, 'approve', { sha256, reason: 'go' })
  expect((await waiting).json).toMatchObject({ state: 'approved', decision: { reason: 'go' } })
})

test('[P7] [O1] with nobody to answer, it is refused, and says so', async () => {
  const short = await startTeam(built, 'unanswered', {
    environment: { CMUX_HOOK_WAIT_SEC: '3' },
    agents: { stopSec: 0.5 },
  })
  await using _ = short
  writeFileSync(join(short.cmux.home, 'policy.json'), JSON.stringify(POLICY))
  await short.spawn('jens', { task: 'append asked.txt jens' })
  await short.becomes('jens', 'waiting')
  const { folder, pane } = await short.show('jens')
  await short.cmux.run('down', '--now')
  const screen = () => short.tmux('capture-pane', '-p', '-S', '-', '-t', String(pane))
  await expect.poll(screen, LONG).toContain('cmux gave no answer within 3 s')
  expect(existsSync(join(folder, 'asked.txt'))).toBe(false)
})

// The last, since nobody can try it for a while.
test('[P7] [P8] the passphrase is not guessed, by all ways together: after five tries one waits, also with the right one', async () => {
  const { id, sha256 } = await hire('zoe')
  const set = (body: Record<string, unknown>) => team.ask('PUT', '/api/approvals/passphrase', body)
  expect(await set({ passphrase: 'correct horse' })).toMatchObject({ status: 200 })
  const guesses = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0
      ? decide(id, 'approve', { sha256, passphrase: `guess ${at}` })
      : set({ passphrase: null, current: `guess ${at}` }),
  )
  const codes = (await Promise.all(guesses)).map(errorCode)
  const heard = codes.filter((code) => code === 'PASSPHRASE_NEEDED')
  expect([new Set(codes), heard.length <= 6]).toEqual([
    new Set(['PASSPHRASE_NEEDED', 'TOO_MANY_REQUESTS']),
    true,
  ])
  expect(errorCode(await decide(id, 'approve', { sha256, passphrase: 'correct horse' }))).toBe(
    'TOO_MANY_REQUESTS',
  )
  expect((await team.ask('GET', `/api/approvals/${id}`)).json).toMatchObject({ state: 'waiting' })
})
