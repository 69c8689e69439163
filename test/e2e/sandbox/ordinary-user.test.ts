// cmux as an ordinary user, who can make namespaces only as such: the sandbox works as it does for root.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Rehearsal } from '../../../src/protocol/releases/rehearsal.ts'
import type { SandboxAnswer } from '../../../src/protocol/agents/sandbox-order.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { startAsUser, UID, type OrdinaryUser } from '../../fixtures/ordinary-user.ts'
import { listenOnLoopback, type Listener } from '../../fixtures/reach-out.ts'
import { ORDINARY_WORK } from '../../fixtures/walls/ordinary-work.ts'
import { composeProbe, composeWork, tellFailed, tellReached } from '../../fixtures/walls/probe.ts'
import { spawnScriptAgent } from '../../fixtures/walls/script-agent.ts'
import { ATTEMPTS, tryFrom, type Place, type PlacesStage } from '../../fixtures/walls/try-places.ts'
import { furnishPerson, makeWallPlaces, type WallPlaces } from '../../fixtures/walls/wall-places.ts'

const reach = (port: number, name: string) => `(exec 3<>/dev/tcp/127.0.0.1/${port}) && touch ${name}`
/** Folders of the disk, whether there is a filter of system calls, and how many processes there may be. */
const LOOK =
  'ls -d /srv /mnt /media /var/log > disk; grep Seccomp: /proc/self/status > filter; bash -c "ulimit -u" > most'
const LIMIT = { timeout: 30_000, interval: 50 }
/** The system has no name for this user, outside neither. */
const WORK = ORDINARY_WORK.filter(([name]) => name !== 'who am I')
const own = (folder: string) => void execFileSync('chown', ['-R', `${UID}:${UID}`, folder])
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
// oxlint-disable-next-line no-console
if (!isRoot) console.warn('NOT RUN: cmux as an ordinary user, since only root can become one')

describe.runIf(isRoot)('cmux as an ordinary user', () => {
  let built: BuiltCmux
  let user: OrdinaryUser
  let places: WallPlaces
  let stage: PlacesStage
  let listener: Listener
  const abstract = createServer()
  beforeAll(async () => {
    built = await buildCmux()
    user = await startAsUser(built, (person) => {
      furnishPerson(person)
      makeRepository(join(person, 'site'))
    })
    const { team, person, run } = user
    const project = join(person, 'site')
    await team.ask('POST', '/api/projects', { path: project })
    listener = await listenOnLoopback()
    const ABSTRACT = `planted-user-${process.pid}`
    abstract.listen(`\0${ABSTRACT}`)
    const found = await makeWallPlaces(team, { person, project, outside: person })
    const more = { LISTENER: String(listener.port), API: String(team.cmux.port), ABSTRACT }
    places = { ...found, ...more, CMUX_AGENT_NAME: 'nora' }
    const composer = [join(built.folder, 'bin', 'node'), join(built.programs, 'sandbox.mjs')]
    stage = {
      team,
      places,
      own,
      async runSandboxed(order) {
        const composed = await run([...composer, JSON.stringify(order)], person)
        const answer = JSON.parse(composed.stdout) as SandboxAnswer
        if (answer.kind !== 'sandboxed') throw new Error(composed.stdout)
        // As builds and rehearsals are run: with a small environment.
        const small = ['/usr/bin/env', '-u', 'SECRET_OF_THE_PERSON']
        return (await run([...small, ...answer.command], person)).stdout
      },
    }
  })
  afterAll(async () => {
    abstract.close()
    await listener[Symbol.asyncDispose]()
    await user[Symbol.asyncDispose]()
    built[Symbol.dispose]()
  })

  test('[S7] [O6] [P7] the same script, without a sandbox, reaches all that is open to such a user', async () => {
    const open = ATTEMPTS.check.filter(({ openly }) => openly === 'works')
    const probe = ['/bin/bash', '-c', composeProbe(open, places)]
    const cwd = places['NEIGHBOUR'] ?? ''
    const bare = await tellReached(open, places, async () => (await user.run(probe, cwd)).stdout)
    expect(open.map(({ name }) => name).filter((name) => !bare.includes(name))).toEqual([])
  })

  test.each(Object.keys(ATTEMPTS) as Place[])(
    '[S7] [O6] [P7] [S5] nothing of it is reached from a %s',
    async (place) => {
      expect(await tryFrom(place, stage)).toEqual([])
    },
  )

  test('[S7] [O6] an agent does its ordinary work', async () => {
    const walt = await spawnScriptAgent(user.team, 'walt', {}, { project: 'site' })
    const { output } = await walt.run(composeWork(WORK, { ...places, CMUX_AGENT_NAME: 'walt' }))
    expect(tellFailed(WORK, output)).toEqual([])
  })

  test('[S7] [S8] [S5] [O6] runs an agent in the sandbox with a network of its own, and a rehearsal in one, too', async () => {
    const { team } = user
    const { home, port, run } = team.cmux
    await using neighbour = await listenOnLoopback()
    const read = `cat ${join(home, 'tokens', 'owner')} > stolen; id -u > me; ${LOOK}`
    const tries = [read, reach(port, 'cmux'), reach(neighbour.port, 'neighbour'), 'touch done'].join('; ')
    const args = ['/bin/bash', '-c', `${tries}; sleep 600`]
    const { folder } = await team.spawn('una', { runtime: 'shell', project: 'site', args })
    await vi.waitFor(() => expect(readFileSync(join(folder, 'done'), 'utf8')).toBe(''), LIMIT)
    expect(await team.show('una')).toMatchObject({ confined: true, unconfined: null, network: 'own' })
    expect(readFileSync(join(folder, 'stolen'), 'utf8')).toBe('')
    expect(existsSync(join(folder, 'cmux'))).toBe(true)
    expect(existsSync(join(folder, 'neighbour'))).toBe(false)
    expect(readFileSync(join(folder, 'me'), 'utf8').trim()).toBe(String(UID))
    const seen = ['disk', 'filter', 'most'].map((name) => readFileSync(join(folder, name), 'utf8').trim())
    expect(seen).toEqual(['', 'Seccomp:\t2', '4096'])
    const proved = JSON.parse((await run('release', 'rehearsal', '--json')).stdout) as Rehearsal
    expect(proved.steps.filter(({ passed }) => passed === false)).toEqual([])
    expect(proved).toMatchObject({ passed: true })
    expect(proved.steps[0]).toMatchObject({ check: 'sandbox', passed: true })
  })
})
