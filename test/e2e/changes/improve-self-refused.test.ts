// A change of cmux itself that is refused: what runs, and the main branch, stay as they were.
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { startFromOwnCheckout, type OwnCheckout } from '../../fixtures/own-checkout.ts'
import { keepDependenciesFor } from '../../fixtures/shared-dependencies.ts'

let own: OwnCheckout
let git: OwnCheckout['checkout']['git']
beforeAll(async () => {
  own = await startFromOwnCheckout('refused')
  git = own.checkout.git
})
afterAll(() => own[Symbol.asyncDispose]())

const main = () => git('rev-parse', 'main')
const statesOf = ({ steps }: Change) => steps.map(({ to }) => to)

describe('a change of cmux itself', () => {
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
    const change = await own.plan('src/server/main.ts', 'main(compiled).then(', 'main(compiled).then((')
    await own.execute(change)
    const { state, note } = await own.end(change)
    expect([state, note]).toEqual(['refused', expect.stringContaining('src/server/main.ts')])
  })

  test('[I5] [P7] that asks for packages which are not here is refused before its checks, and goes through once a person has brought them', async () => {
    const base = main()
    const spaced = ['"lockfileVersion": 3', '"lockfileVersion":  3'] as const
    const change = await own.plan('package-lock.json', ...spaced)
    const lockfile = `${git('show', `${change.head}:package-lock.json`)}\n`
    // What stands in the checkout counts for nothing: an agent may have written it.
    const sum = createHash('sha256').update(lockfile).digest('hex')
    writeFileSync(join(own.checkout.path, 'node_modules', '.cmux-lockfile'), sum)
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
    keepDependenciesFor(lockfile)
    const again = await own.plan('package-lock.json', ...spaced)
    await own.execute(again)
    expect((await own.end(again)).state).toBe('good')
    expect(main()).toBe(again.head)
  })

  test('[P7] is built behind walls: its build script reaches nothing of cmux, and nobody', async () => {
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
