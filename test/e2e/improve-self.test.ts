// cmux changes itself: a change of its own code becomes a release that serves, or is refused, or is taken back; and cmux answers.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

const read = (file: string) => readFileSync(join(own.checkout.path, file), 'utf8')
const main = () => git('rev-parse', 'main')
const statesOf = ({ steps }: Change) => steps.map(({ to }) => to)

/** The first line of what the server does when it leads. */
const LEADS = 'export async function startWork(context: Context): Promise<Work> {'

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

  test('[I8] that gives the same programs restarts nobody, and main is ahead of what runs', async () => {
    const [{ leader }, before] = [await own.cmux.family(), own.current()]
    const change = await own.plan('docs/glossary.md', '#', '# A')
    await own.execute(change)
    const good = await own.end(change)
    expect([good.state, statesOf(good).includes('restarting')]).toEqual(['good', false])
    expect([(await own.cmux.family()).leader, own.current(), main()]).toEqual([leader, before, change.head])
    expect((await own.cmux.run('status')).stdout).toContain('ahead')
  })

  test('[P5] [I6] that does not start is refused by its rehearsal, and nothing was moved', async () => {
    const [{ leader }, base] = [await own.cmux.family(), main()]
    const change = await own.plan('src/server/main.ts', 'process.umask(0o077)', 'process.exit(3)')
    await own.execute(change)
    const { state, note } = await own.end(change)
    expect([state, note]).toEqual([
      'refused',
      expect.stringContaining('its rehearsal failed: starts: it ended at its start (exit 3)'),
    ])
    expect([(await own.cmux.family()).leader, main()]).toEqual([leader, base])
    expect(git('rev-parse', change.branch)).toBe(change.head)
  })

  test('[P5] that does not build is refused with what the build said', async () => {
    const change = await own.plan('src/server/main.ts', 'main().then(', 'main().then((')
    await own.execute(change)
    const { state, note } = await own.end(change)
    expect([state, note]).toEqual(['refused', expect.stringContaining('src/server/main.ts')])
  })

  test('[I5] [P7] that asks for packages which are not here is refused before its checks, and goes through once a person has brought them', async () => {
    const base = main()
    const spaced = ['"lockfileVersion": 3', '"lockfileVersion":  3'] as const
    const change = await own.plan('package-lock.json', ...spaced)
    await own.execute(change)
    const { state, note, checks, steps } = await own.end(change)
    expect([state, checks, steps.map(({ to }) => to)]).toEqual([
      'refused',
      [],
      ['planned', 'queued', 'refused'],
    ])
    expect(note).toContain('its package-lock.json asks for packages that are not here')
    expect(note).toContain(`cmux release build ${change.branch}`)
    expect([main(), git('rev-parse', change.branch)]).toEqual([base, change.head])
    // As an installation in the checkout leaves it.
    const lockfile = `${git('show', `${change.head}:package-lock.json`)}\n`
    const sum = createHash('sha256').update(lockfile).digest('hex')
    writeFileSync(join(own.checkout.path, 'node_modules', '.cmux-lockfile'), sum)
    const again = await own.plan('package-lock.json', ...spaced)
    await own.execute(again)
    expect((await own.end(again)).state).toBe('good')
    expect(main()).toBe(again.head)
  })

  test('[P5] [P6] [I6] that gets sick when it leads is gone again by itself, on the main branch too', async () => {
    const [before, base, bytes] = [own.current(), main(), read('src/server/start-work.ts')]
    const dies = `${LEADS}\n  if (!context.rehearsing) setTimeout(() => process.exit(9), 1000)`
    const change = await own.plan('src/server/start-work.ts', LEADS, dies)
    await own.execute(change)
    const { state, sick, note, release } = await own.end(change)
    expect([state, sick]).toEqual([
      'rolled_back',
      expect.stringMatching(/^release \S+ crashed \(exit status 9\)$/),
    ])
    expect(note).toContain(`git diff ${base.slice(0, 12)} ${change.branch}`)
    expect(own.current()).toBe(before)
    expect(await own.release(String(release?.after))).toMatchObject({ state: 'bad' })
    expect(git('diff', '--stat', base, 'main')).toBe('')
    expect([git('rev-parse', 'main^'), git('rev-parse', change.branch)]).toEqual([change.head, change.head])
    expect([read('src/server/start-work.ts'), git('status', '--porcelain')]).toEqual([bytes, UNCOMMITTED])
  })

  test('[O6] [P7] is built behind walls: its build script reaches nothing of cmux, and nobody', async () => {
    const planted = join(own.checkout.path, 'planted')
    const script = `
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs'
const tries: Record<string, () => unknown> = {
  token: () => readFileSync('${own.cmux.home}/tokens/owner'),
  database: () => readFileSync('${own.cmux.home}/cmux.db'),
  checkout: () => writeFileSync('${planted}', ''),
  release: () => writeFileSync('${own.cmux.home}/releases/${own.current()}/server.mjs', ''),
  mode: () => chmodSync('node_modules/zod/package.json', 0o777),
  dependencies: () => appendFileSync('node_modules/zod/package.json', ' '),
}
const reached = Object.keys(tries).filter((name) => { try { tries[name]?.(); return true } catch { return false } })
const net = await fetch('http://127.0.0.1:${own.cmux.port}/').then(() => ['network'], () => [])
throw new Error('reached: ' + ([...reached, ...net].join(' ') || 'nothing'))
`
    const change = await own.plan('scripts/build.ts', git('show', 'main:scripts/build.ts'), script)
    await own.execute(change)
    const { state, note } = await own.end(change)
    expect([state, note]).toEqual(['refused', expect.stringContaining('reached: nothing')])
    expect(existsSync(planted)).toBe(false)
  })
})

describe('a change of another clone of cmux', () => {
  test('[G1] is adopted there, and is nothing to what runs here', async () => {
    const [path, before] = [join(own.checkout.folder, 'clone'), own.current()]
    git('clone', '--quiet', own.checkout.path, path)
    await own.post('/api/projects', { path, name: 'clone' })
    const edit = { file: 'src/cli/verbs.ts', type: 'modify', content: 'export const VERBS = []\n' }
    const body = { project: 'clone', description: 'less', changes: [edit] }
    const change = (await own.post('/api/improvements', body)).json as Change
    await own.execute(change)
    const good = await own.end(change)
    expect([good.state, good.release, statesOf(good).includes('restarting')]).toEqual(['good', null, false])
    expect(own.current()).toBe(before)
  })
})
