// cmux changes itself: a change of its own code becomes a release that serves, or is taken back; and cmux answers.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agent } from '../../src/protocol/agent.ts'
import type { Change } from '../../src/protocol/change.ts'
import { startFromOwnCheckout, UNCOMMITTED, type OwnCheckout } from '../fixtures/own-checkout.ts'
import { spawnShell } from '../fixtures/spawn-shell.ts'
import { startLoad } from '../fixtures/steady-load.ts'

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
    const change = await own.plan('src/cli/verbs.ts', 'one screen of everything', 'one screen of it all')
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
