// cmux changes itself: a change of its own code becomes a release that serves, or is taken back; and cmux answers.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Agent } from '../../../src/protocol/agents/agent.ts'
import type { Approval } from '../../../src/protocol/approvals/approval.ts'
import type { Change, ChangeView } from '../../../src/protocol/changes/change.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { EDITED } from '../../fixtures/edited-words.ts'
import { startFromOwnCheckout, UNCOMMITTED, type OwnCheckout } from '../../fixtures/own-checkout.ts'
import { spawnShell } from '../../fixtures/spawn-shell.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let own: OwnCheckout
let git: OwnCheckout['checkout']['git']
beforeAll(async () => {
  own = await startFromOwnCheckout('self')
  git = own.checkout.git
})
afterAll(() => own[Symbol.asyncDispose]())

const main = () => git('rev-parse', 'main')
const statesOf = ({ steps }: Change) => steps.map(({ to }) => to)

describe('a change of cmux itself', () => {
  test('[P5] [P3] [I8] becomes the release that serves, without a failed request, and agents live on', async () => {
    await spawnShell(own.checkout, own.cmux, 'anna')
    const pidOf = async () => ((await own.get('/api/agents/anna')) as Agent).pid
    await expect.poll(pidOf, { timeout: 30_000 }).toBeGreaterThan(0)
    const [pid, before] = [await pidOf(), own.current()]
    const load = startLoad(own.cmux, { clients: 2, keepAlive: false, writers: 2 })
    const change = await own.plan(EDITED.file, EDITED.words, EDITED.other)
    // It waits through the swap.
    const words = ['execute', change.id, '--approve', change.sha256, '--json']
    const { code, stdout } = await own.cmux.run('improve', ...words)
    const good = await own.show(change.id)
    const counts = await load.end()
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ success: true })])
    expect([good.state, good.note]).toEqual(['good', null])
    expect(statesOf(good)).toEqual([
      'planned',
      'queued',
      'checking',
      'rehearsing',
      'adopting',
      'restarting',
      'soaking',
      'good',
    ])
    const after = own.current()
    expect(good.release).toEqual({ before, after })
    expect(after.slice(0, 12)).toBe(change.head.slice(0, 12))
    expect(await own.release(after)).toEqual({ id: after, state: 'good', current: true, rehearsed: true })
    expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
    expect(await pidOf()).toBe(pid)
    expect([main(), git('status', '--porcelain')]).toEqual([change.head, UNCOMMITTED])
    expect(readdirSync(join(own.cmux.home, 'builds'))).toEqual([])
  })

  test('[I6] is taken back by hand: what ran before serves again, and history has both', async () => {
    const [change] = ((await own.get('/api/improvements?state=good')) as { items: Change[] }).items
    expect(change?.release?.after).toBe(own.current())
    const load = startLoad(own.cmux, { clients: 2, keepAlive: false, writers: 2 })
    await own.post(`/api/improvements/${change?.id}/rollback`)
    const back = await own.becomes(change as Change, 'rolled_back', 'good')
    const counts = await load.end()
    expect([back.state, own.current()]).toEqual(['rolled_back', change?.release?.before])
    expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
    expect(git('diff', '--stat', String(change?.base), 'main')).toBe('')
    expect([git('rev-parse', 'main^'), git('status', '--porcelain')]).toEqual([change?.head, UNCOMMITTED])
  })
})

const proof = () => join(own.checkout.folder, 'proof')
/** What a server that runs it would leave behind. */
const leaks = () =>
  `  await import('node:fs').then(({ copyFileSync }) => copyFileSync(join(home, 'tokens', 'owner'), '${proof()}'))\n`
const tokenOf = (name: string) => readFileSync(join(own.cmux.home, 'agents', name, 'token'), 'utf8').trim()
const asAgent = (name: string, path: string, body: unknown) =>
  ask(own.cmux, { method: 'POST', path, token: tokenOf(name), body })
const list = (folder: string) => {
  const path = join(own.cmux.home, folder)
  return existsSync(path) ? readdirSync(path) : []
}
const ran = () => ['releases', 'rehearsals'].map(list)
const planned = async (changes: readonly unknown[]) => {
  const { status, json } = await asAgent('bert', '/api/improvements', { description: 'better', changes })
  expect(status).toBe(201)
  return json as Change
}

/** Resolves when each has its token. */
async function spawnDemos(...names: string[]): Promise<void> {
  for (const name of names) await own.post('/api/agents', { name, runtime: 'demo', project: 'cmux' })
  await vi.waitFor(() => names.map(tokenOf), { timeout: 30_000, interval: 50 })
}

describe('an agent’s change of cmux itself', () => {
  beforeAll(() => spawnDemos('bert', 'carla'))

  test('[S4] [I11] of code that runs outside of the sandbox waits for a person after its checks: nothing of it is built, rehearsed, served or on main', async () => {
    const [before, base, current] = [ran(), main(), own.current()]
    const text = git('show', 'main:src/server/agent-socket.ts')
    const first = "  const folder = join(home, 'net')\n"
    expect(text).toContain(first)
    const content = `${text.replace(first, `${leaks()}${first}`)}\n`
    const change = await planned([{ file: 'src/server/agent-socket.ts', type: 'modify', content }])
    expect([change.tier, change.files[0]?.why]).toEqual([
      'forbidden',
      'it runs outside of the sandbox, or guards what does',
    ])
    const { id, sha256 } = change
    expect((await asAgent('bert', `/api/improvements/${id}/execute`, {})).status).toBe(202)
    const waiting = await own.becomes(change, 'reviewing')
    const request = (await own.get(`/api/approvals/${waiting.review?.approval}`)) as Approval
    expect([request.state, request.kind, request.risk]).toEqual(['waiting', 'change', 'high'])
    expect(request.content).toContain(sha256)
    // No agent can let it through: neither the author nor another one, by no way.
    for (const [name, path, body] of [
      ['bert', `/api/improvements/${id}/execute`, { approve: sha256 }],
      ['bert', `/api/improvements/${id}/review`, { verdict: 'approve', sha256 }],
      ['carla', `/api/improvements/${id}/review`, { verdict: 'approve', sha256 }],
      ['carla', `/api/approvals/${request.id}/approve`, { sha256: request.sha256 }],
    ] as const)
      expect((await asAgent(name, path, body)).status).toBe(403)
    expect((await own.show(id)).state).toBe('reviewing')
    expect([ran(), main(), own.current(), existsSync(proof())]).toEqual([before, base, current, false])
    await own.post(`/api/improvements/${id}/review`, { verdict: 'refuse', reason: 'it reads the token' })
    expect([(await own.show(id)).state, existsSync(proof())]).toEqual(['refused', false])
  })

  test('[S4] can’t take cmux out of its own rules, even when it removes all that it is known by', async () => {
    const marks = [
      'cmux',
      'src/watchdog/mind/decide.ts',
      'src/core/improve/risk/judge-tier.ts',
      'src/hook/main.ts',
    ]
    const change = await planned(marks.map((file) => ({ file, type: 'delete' })))
    expect(change.files.map(({ path, tier }) => [path, tier])).toEqual(
      marks.toSorted().map((path) => [path, 'forbidden']),
    )
    const refused = await asAgent('bert', `/api/improvements/${change.id}/execute`, {
      approve: change.sha256,
    })
    expect(errorCode(refused)).toBe('APPROVAL_NEEDED')
  })

  test('[I11] of a text for people needs nobody besides the checks', async () => {
    const content = `${git('show', 'main:docs/glossary.md')}\n\nOne more word.\n`
    const change = await planned([{ file: 'docs/glossary.md', type: 'modify', content }])
    const { needs } = (await own.show(change.id)) as ChangeView
    expect([change.tier, needs]).toEqual([
      'safe',
      { kind: 'none', why: 'the change is merged when its checks pass' },
    ])
    await asAgent('bert', `/api/improvements/${change.id}/cancel`, {})
  })
})
