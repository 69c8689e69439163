// A change of cmux itself that changes no program restarts nothing; one that fails after it leads is rolled back by itself.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { startFromOwnCheckout, UNCOMMITTED, type OwnCheckout } from '../../fixtures/own-checkout.ts'

let own: OwnCheckout
let git: OwnCheckout['checkout']['git']
beforeAll(async () => {
  own = await startFromOwnCheckout('sick')
  git = own.checkout.git
})
afterAll(() => own[Symbol.asyncDispose]())

const read = (file: string) => readFileSync(join(own.checkout.path, file), 'utf8')
const main = () => git('rev-parse', 'main')
const statesOf = ({ steps }: Change) => steps.map(({ to }) => to)

/** The first line of what the server does when it leads. */
const LEADS = 'export async function startWork(context: Context): Promise<Work> {'

describe('a change of cmux itself', () => {
  test('[I8] that gives the same programs restarts nobody, and main is ahead of what runs', async () => {
    const [{ leader }, before] = [await own.cmux.family(), own.current()]
    const change = await own.plan('docs/glossary.md', '#', '# A')
    await own.execute(change)
    const good = await own.end(change)
    expect([good.state, statesOf(good).includes('restarting')]).toEqual(['good', false])
    expect([(await own.cmux.family()).leader, own.current(), main()]).toEqual([leader, before, change.head])
    expect((await own.cmux.run('status')).stdout).toContain('ahead')
  })

  test('[P5] [I6] that gets sick when it leads is gone again by itself, on the main branch too', async () => {
    const [before, base, bytes] = [own.current(), main(), read('src/server/lead/start-work.ts')]
    const dies = `${LEADS}\n  if (!context.rehearsing) setTimeout(() => process.exit(9), 1000)`
    const change = await own.plan('src/server/lead/start-work.ts', LEADS, dies)
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
    expect([read('src/server/lead/start-work.ts'), git('status', '--porcelain')]).toEqual([
      bytes,
      UNCOMMITTED,
    ])
  })
})
