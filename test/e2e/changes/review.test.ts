// Somebody else looks at a change before it is adopted: another agent, or a person; never its author, and exactly what was shown.
import { existsSync, readFileSync, realpathSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval } from '../../../src/protocol/approvals/approval.ts'
import type { Change, ChangeState } from '../../../src/protocol/changes/change.ts'
import { AgentName, ProjectName } from '../../../src/protocol/ids.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import type { CreatedToken } from '../../../src/protocol/access/token.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { makeAgent } from '../../fixtures/make-agent.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'
import type { AgentRecord } from '../../../src/core/agents/agent-record.ts'
import type { Attention } from '../../../src/protocol/attention.ts'

const LIMIT = { timeout: 30_000, interval: 20 }
let server: InProcessServer
let temp: TempFolder
beforeAll(async () => {
  temp = makeTempFolder()
  mkdirSync(join(temp.path, 'words'))
  server = await startServer({ agents: { confine: { writable: [realpathSync(join(temp.path, 'words'))] } } })
  server.context.changes.start()
})
afterAll(async () => {
  await server.context.changes.stop()
  await server[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

const post = (path: string, body: unknown = {}, token = server.owner) =>
  ask(server, { method: 'POST', path, token, body })
const get = async (path: string) => (await ask(server, { path, token: server.owner })).json
const show = async (id: string) => (await get(`/api/improvements/${id}`)) as Change
const becomes = async (id: string, state: ChangeState) => {
  await expect.poll(async () => (await show(id)).state, LIMIT).toBe(state)
  return show(id)
}
const lettersTo = async (name: string) =>
  ((await get(`/api/messages?agent=${name}&limit=200`)) as { items: Message[] }).items
const requests = async (project: string) =>
  ((await get(`/api/approvals?state=waiting&project=${project}`)) as { items: Approval[] }).items
const requestFor = async (project: string) => {
  await expect.poll(async () => (await requests(project)).length, LIMIT).toBe(1)
  const [request] = await requests(project)
  return (await get(`/api/approvals/${request?.id}`)) as Approval
}

let count = 0
/** A project with agents that are in the register and nowhere else, and a check that counts how often it ran. */
async function makeProject(names: readonly string[], more: Record<string, unknown> = {}) {
  count += 1
  const project = `shop-${count}`
  const runs = join(realpathSync(temp.path), 'words', `runs-${count}`)
  const checks = [{ name: 'test', run: `echo x >> ${runs}` }]
  const repository = makeRepository(join(realpathSync(temp.path), project), {
    'a.txt': 'one\n',
    'b.txt': 'b\n',
    'package.json': '{}\n',
    'cmux.json': JSON.stringify({ checks, tiers: { forbidden: ['secret/**'] }, ...more }),
  })
  await post('/api/projects', { path: repository.path, name: project })
  const tokens: Record<string, string> = {}
  for (const short of names) {
    const name = `${short}-${count}`
    const role = short === 'boss' ? { role: 'supervisor' as AgentRecord['role'] } : {}
    const record = makeAgent(name, { project: ProjectName.parse(project), runtime: 'claude', ...role })
    await server.context.store.write(({ agents }) => agents.insert(record))
    const reply = await post('/api/tokens', { role: 'agent', agent: name })
    tokens[short] = (reply.json as CreatedToken).secret
  }
  const planAs = async (
    short: string,
    file: string,
    content = 'new\n',
    rest: Record<string, unknown> = {},
  ) => {
    const changes = [
      { file, type: file === 'a.txt' || file === 'package.json' ? 'modify' : 'create', content },
    ]
    const body = { project, description: 'better', changes, ...rest }
    const reply = await post('/api/improvements', body, short === 'owner' ? server.owner : tokens[short])
    expect(reply).toMatchObject({ status: 201 })
    return reply.json as Change
  }
  const executeAs = (short: string, { id }: Change, body: unknown = {}) =>
    post(`/api/improvements/${id}/execute`, body, short === 'owner' ? server.owner : tokens[short])
  const reviewAs = (short: string, { id }: Change, body: unknown) =>
    post(`/api/improvements/${id}/review`, body, short === 'owner' ? server.owner : tokens[short])
  const begin = async (short: string, file: string, content?: string, rest?: Record<string, unknown>) => {
    const change = await planAs(short, file, content, rest)
    expect((await executeAs(short, change)).status).toBe(202)
    return change
  }
  const countRuns = () => (existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n').length : 0)
  const named = (short: string) => `${short}-${count}`
  const main = () => repository.git('rev-parse', 'main')
  return { project, repository, planAs, executeAs, reviewAs, begin, countRuns, named: named, main, n: count }
}

describe('another agent', () => {
  test('[I14] [P7] is asked by mail once the checks have passed, and its yes lets the change through without checking again', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const change = await shop.begin('anna', 'package.json', '{"name":"shop"}\n')
    const waiting = await becomes(change.id, 'reviewing')
    expect(waiting.review).toMatchObject({ asked: shop.named('ben'), approval: null })
    const [letter] = await lettersTo(shop.named('ben'))
    expect(letter).toMatchObject({ from: 'system', subject: expect.stringContaining('please review') })
    const whole = ((await get(`/api/messages/${letter?.id}`)) as Message).body
    expect(whole).toContain('| +{"name":"shop"}')
    expect(whole).toContain(`verdict: approve, sha256: ${change.sha256}`)
    expect(await requests(shop.project)).toEqual([])
    const yes = { verdict: 'approve', sha256: change.sha256, reason: 'fine' }
    expect((await shop.reviewAs('ben', change, yes)).status).toBe(200)
    const good = await becomes(change.id, 'good')
    expect(good.leave).toMatchObject({
      by: `agent:${shop.named('ben')}`,
      via: 'review',
      sha256: change.sha256,
    })
    expect([shop.countRuns(), shop.main(), good.review]).toEqual([1, change.head, null])
  })

  test('[I14] refuses with a reason that the author is told', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const change = await shop.begin('anna', 'package.json', '{"x":1}\n')
    await becomes(change.id, 'reviewing')
    expect(errorCode(await shop.reviewAs('ben', change, { verdict: 'refuse' }))).toBe('BAD_REQUEST')
    await shop.reviewAs('ben', change, { verdict: 'refuse', reason: 'x is not a name' })
    expect((await becomes(change.id, 'refused')).note).toContain(
      `agent:${shop.named('ben')} rejected the change: x is not a name`,
    )
    expect(shop.main()).toBe(change.base)
    const told = (await lettersTo(shop.named('anna'))).filter(({ id }) => id.includes(':refused-'))
    expect(told).toMatchObject([{ from: 'system', body: expect.stringContaining('x is not a name') }])
  })

  test('[P7] never is its author, nor whose work it is, nor one of another project; and names what it has read', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const other = await makeProject(['carl'])
    const change = await shop.begin('anna', 'package.json', '{"x":2}\n')
    await becomes(change.id, 'reviewing')
    const yes = { verdict: 'approve', sha256: change.sha256 }
    expect(errorCode(await shop.reviewAs('anna', change, yes))).toBe('FORBIDDEN')
    expect(errorCode(await other.reviewAs('carl', change, yes))).toBe('FORBIDDEN')
    expect(errorCode(await shop.reviewAs('ben', change, { ...yes, sha256: '0'.repeat(64) }))).toBe('CONFLICT')
    expect(errorCode(await shop.executeAs('anna', change, { approve: change.sha256 }))).toBe(
      'APPROVAL_NEEDED',
    )
    expect(errorCode(await shop.executeAs('ben', change, { approve: change.sha256 }))).toBe('FORBIDDEN')
    expect((await show(change.id)).state).toBe('reviewing')
  })

  test('[I14] that goes away is followed by a person', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const change = await shop.begin('anna', 'package.json', '{"x":3}\n')
    await becomes(change.id, 'reviewing')
    const ben = await server.context.store.read.agents.byName(AgentName.parse(shop.named('ben')))
    await server.context.store.write(({ agents }) =>
      agents.change(ben?.id ?? ('' as never), { desired: 'stopped' }),
    )
    const request = await requestFor(shop.project)
    expect(request).toMatchObject({ kind: 'change', why: expect.stringContaining('is no longer running') })
    // Too late.
    const yes = { verdict: 'approve', sha256: change.sha256 }
    expect(errorCode(await shop.reviewAs('ben', change, yes))).toBe('FORBIDDEN')
    await post(`/api/approvals/${request.id}/approve`, { sha256: request.sha256 })
    expect((await becomes(change.id, 'good')).leave).toMatchObject({ by: 'owner', via: 'approval' })
  })

  test('[I14] holds up nobody: other changes of the project go on', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const waiting = await shop.begin('anna', 'package.json', '{"x":4}\n')
    await becomes(waiting.id, 'reviewing')
    const quick = await shop.begin('anna', 'a.txt', 'two\n')
    await becomes(quick.id, 'good')
    expect((await show(waiting.id)).state).toBe('reviewing')
    // What it lets through is what it has read: the main branch has moved, the difference is the same, and it is checked again.
    await shop.reviewAs('ben', waiting, { verdict: 'approve', sha256: waiting.sha256 })
    const good = await becomes(waiting.id, 'good')
    expect([good.rebases, good.sha256, good.leave?.sha256]).toEqual([1, waiting.sha256, waiting.sha256])
    expect(shop.repository.git('log', '--format=%s', 'main')).toBe('better\nbetter\nthe first')
  })
})

describe('a person', () => {
  test('[I11] [P7] is asked for what is forbidden, sees exactly the change, and their yes counts once', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const change = await shop.begin('anna', 'secret/key.txt', 'new key\n')
    const request = await requestFor(shop.project)
    expect(request).toMatchObject({ kind: 'change', risk: 'high', requester: `agent:${shop.named('anna')}` })
    for (const part of [change.sha256, '+new key', 'high risk added secret/key.txt', 'better'])
      expect(request.content).toContain(part)
    const { items } = (await get('/api/next')) as Attention
    expect(items.map(({ command }) => command)).toContain(`cmux approvals show ${request.id}`)
    const yes = { verdict: 'approve', sha256: change.sha256 }
    for (const short of ['anna', 'ben'])
      expect(errorCode(await shop.reviewAs(short, change, yes))).toBe('FORBIDDEN')
    expect((await show(change.id)).state).toBe('reviewing')
    await post(`/api/approvals/${request.id}/approve`, { sha256: request.sha256, reason: 'go' })
    expect((await becomes(change.id, 'good')).leave).toMatchObject({ by: 'owner', via: 'approval' })
    expect(await get(`/api/approvals/${request.id}`)).toMatchObject({ state: 'used' })
  })

  test('[I11] says no, and the author hears why', async () => {
    const shop = await makeProject(['anna'])
    const change = await shop.begin('anna', 'secret/key.txt')
    const request = await requestFor(shop.project)
    await post(`/api/approvals/${request.id}/deny`, { reason: 'not today' })
    expect((await becomes(change.id, 'refused')).note).toContain('denied by owner: not today')
    expect(shop.main()).toBe(change.base)
  })

  test('[I11] [P7] has to say yes again when the content is another one: a yes is not replayed', async () => {
    const shop = await makeProject(['anna'], { tiers: { forbidden: ['a.txt'] } })
    shop.repository.commit({ 'a.txt': `${'x\n'.repeat(30)}last\n` })
    const change = await shop.begin('anna', 'a.txt', `${'x\n'.repeat(30)}better\n`)
    const request = await requestFor(shop.project)
    // Somebody changes another place of the same file meanwhile.
    shop.repository.commit({ 'a.txt': `first\n${'x\n'.repeat(30)}last\n` })
    await post(`/api/approvals/${request.id}/approve`, { sha256: request.sha256 })
    const again = await requestFor(shop.project)
    const waiting = await becomes(change.id, 'reviewing')
    expect([again.id === request.id, waiting.sha256 === change.sha256]).toEqual([false, false])
    expect(errorCode(await post(`/api/approvals/${again.id}/approve`, { sha256: request.sha256 }))).toBe(
      'CONFLICT',
    )
    await post(`/api/approvals/${again.id}/approve`, { sha256: again.sha256 })
    await becomes(change.id, 'good')
    expect(readFileSync(join(shop.repository.path, 'a.txt'), 'utf8')).toBe(
      `first\n${'x\n'.repeat(30)}better\n`,
    )
  })

  test('[I14] reviews what waits for an agent, or lets their own through with its sum', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const change = await shop.begin('anna', 'package.json', '{"x":5}\n')
    await becomes(change.id, 'reviewing')
    await shop.reviewAs('owner', change, { verdict: 'approve', sha256: change.sha256 })
    await becomes(change.id, 'good')
    const own = await shop.begin('owner', 'package.json', '{"x":6}\n')
    await becomes(own.id, 'reviewing')
    expect(errorCode(await shop.reviewAs('owner', own, { verdict: 'approve', sha256: own.sha256 }))).toBe(
      'FORBIDDEN',
    )
    await shop.executeAs('owner', own, { approve: own.sha256 })
    expect((await becomes(own.id, 'good')).leave).toMatchObject({ by: 'owner', via: 'execute' })
  })

  test('[I9] is not asked any more for what was canceled', async () => {
    const shop = await makeProject(['anna'])
    const change = await shop.begin('anna', 'secret/key.txt')
    const request = await requestFor(shop.project)
    await post(`/api/improvements/${change.id}/cancel`, { reason: 'no longer wanted' })
    expect(await get(`/api/approvals/${request.id}`)).toMatchObject({ state: 'withdrawn' })
    expect((await show(change.id)).state).toBe('canceled')
  })

  test('[I14] is wanted by a project for everything, if it says so', async () => {
    const shop = await makeProject(['anna', 'ben'], { review: { safe: 'human', care: 'human' } })
    const change = await shop.begin('anna', 'a.txt', 'two\n')
    expect(await requestFor(shop.project)).toMatchObject({
      risk: 'low',
      why: 'the project requires review by a person',
    })
    expect((await show(change.id)).state).toBe('reviewing')
  })
})

/** Its checks stay. */
const forbid = (shop: Awaited<ReturnType<typeof makeProject>>, glob: string) => {
  const { path, commit } = shop.repository
  const rules = JSON.parse(readFileSync(join(path, 'cmux.json'), 'utf8')) as Record<string, unknown>
  commit({ 'cmux.json': JSON.stringify({ ...rules, tiers: { forbidden: [glob] } }) })
}

describe('a main branch that got stricter meanwhile', () => {
  test('[I11] has a person asked for what was safe when it was planned', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const change = await shop.planAs('anna', 'docs/new.txt')
    expect(change.tier).toBe('safe')
    forbid(shop, 'docs/**')
    await shop.executeAs('anna', change)
    await becomes(change.id, 'reviewing')
    const request = await requestFor(shop.project)
    expect(request).toMatchObject({
      kind: 'change',
      risk: 'high',
      why: expect.stringContaining('only a person'),
    })
    expect(request.content).toContain('high risk added docs/new.txt +1 -0: cmux.json says so of docs/**')
    const waiting = await show(change.id)
    expect(waiting).toMatchObject({ state: 'reviewing', tier: 'forbidden', sha256: change.sha256 })
    expect(waiting.steps.map(({ note }) => note)).toContain('main has moved, and its rules now say high risk')
    expect(existsSync(join(shop.repository.path, 'docs/new.txt'))).toBe(false)
    await post(`/api/approvals/${request.id}/approve`, { sha256: request.sha256 })
    await becomes(change.id, 'good')
    expect(existsSync(join(shop.repository.path, 'docs/new.txt'))).toBe(true)
  })

  test('[I11] [P7] does not take an agent’s yes for what is a person’s now', async () => {
    const shop = await makeProject(['anna', 'ben'])
    const change = await shop.begin('anna', 'package.json', '{"x":8}\n')
    await becomes(change.id, 'reviewing')
    forbid(shop, 'package.json')
    await shop.reviewAs('ben', change, { verdict: 'approve', sha256: change.sha256 })
    const request = await requestFor(shop.project)
    expect(await show(change.id)).toMatchObject({
      state: 'reviewing',
      tier: 'forbidden',
      review: { asked: null },
    })
    await post(`/api/approvals/${request.id}/deny`, { reason: 'not this' })
    await becomes(change.id, 'refused')
    expect(shop.repository.git('show', 'main:package.json')).toBe('{}')
  })

  test('[I11] lets through what it calls safe now', async () => {
    const shop = await makeProject(['anna'], { tiers: { forbidden: ['docs/**'] } })
    const change = await shop.planAs('anna', 'docs/new.txt')
    expect(change.tier).toBe('forbidden')
    forbid(shop, 'elsewhere/**')
    await shop.executeAs('anna', change)
    expect(await becomes(change.id, 'good')).toMatchObject({ tier: 'safe', leave: null })
  })
})

describe('the team is told', () => {
  test('[I10] the author and the supervisor, once each of what matters', async () => {
    const shop = await makeProject(['anna', 'boss'])
    const change = await shop.begin('anna', 'a.txt', 'two\n')
    await becomes(change.id, 'good')
    const of = async (short: string) =>
      (await lettersTo(shop.named(short)))
        .filter(({ id }) => id.includes(change.id))
        .map(({ subject }) => subject)
    const word = `change to ${shop.project} is merged: better`
    expect([await of('anna'), await of('boss')]).toEqual([[word], [word]])
    // What happened in between comes with it, and costs nobody a turn.
    const letter = (await lettersTo(shop.named('boss'))).find(({ id }) => id.includes(change.id))
    const steps = /^Steps, with their times \(UTC\): (.*)$/m.exec(letter?.body ?? '')?.[1] ?? ''
    expect(steps.replaceAll(/ \d\d:\d\d:\d\d/g, '')).toBe(
      'draft, queued, running checks, rehearsing, merging, merged',
    )
    const journal = await get(`/api/journal?project=${shop.project}&limit=100`)
    const { items } = journal as { items: { id: string }[] }
    expect(items.filter(({ id }) => id.startsWith(`change:${change.id}:`))).toHaveLength(6)
    await post(`/api/improvements/${change.id}/rollback`)
    await becomes(change.id, 'rolled_back')
    expect((await of('anna')).at(-1)).toBe(`change to ${shop.project} was rolled back: better`)
  })

  test('[I10] who is asked to look at it gets that letter and no other', async () => {
    const shop = await makeProject(['anna', 'boss'])
    const change = await shop.begin('anna', 'package.json', '{"x":7}\n')
    await becomes(change.id, 'reviewing')
    const subjects = async (short: string) =>
      (await lettersTo(shop.named(short))).map(({ subject }) => subject)
    expect(await subjects('boss')).toEqual([`please review a change to ${shop.project}: better`])
    expect(await subjects('anna')).toEqual([
      `change to ${shop.project} is in review by ${shop.named('boss')}: better`,
    ])
  })
})
