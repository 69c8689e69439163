// The ways out of an agent's sandbox, tried from every place where code runs that may be an agent's. The same script reaches them
// where there is no sandbox. And what a page of an agent's asks in the browser of a person who is logged in.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeSandbox } from '../../../src/host/build/compose-sandbox.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { listenOnLoopback, type Listener } from '../../fixtures/reach-out.ts'
import { runCommand } from '../../fixtures/run-command.ts'
import { PAGE_ATTEMPTS, tryAsItself, tryFromPage } from '../../fixtures/walls/page-attempts.ts'
import { composeProbe, tellReached } from '../../fixtures/walls/probe.ts'
import { ATTEMPTS, tryFrom, type Place, type PlacesStage } from '../../fixtures/walls/try-places.ts'
import { furnishPerson, makeWallPlaces, type WallPlaces } from '../../fixtures/walls/wall-places.ts'
import type { WayOut } from '../../fixtures/walls/ways-out.ts'

const ATTEMPTS_MIN = 120
const isRoot = process.getuid?.() === 0
const isTried = ({ openly }: WayOut) => openly === 'works' || (openly === 'works for root' && isRoot)
const PLACES = Object.keys(ATTEMPTS) as Place[]

let built: BuiltCmux
let team: AgentTeam
let listener: Listener
let stage: PlacesStage
let bare: readonly string[]
const abstract = createServer()
beforeAll(async () => {
  built = await buildCmux()
  const outside = built.folder
  const person = furnishPerson(join(outside, 'person'))
  team = await startTeam(built, 'places', { environment: { HOME: person, SECRET_OF_THE_PERSON: 'hush' } })
  const { path: project } = makeRepository(join(outside, 'site'))
  await team.ask('POST', '/api/projects', { path: project })
  listener = await listenOnLoopback()
  const ABSTRACT = `planted-${process.pid}`
  abstract.listen(`\0${ABSTRACT}`)
  const more = {
    CMUX_AGENT_NAME: 'nora',
    LISTENER: String(listener.port),
    API: String(team.cmux.port),
    ABSTRACT,
  }
  const places: WallPlaces = { ...(await makeWallPlaces(team, { person, project, outside })), ...more }
  const PATH = process.env['PATH'] ?? ''
  const run = async ([program, ...args]: readonly [string, ...string[]], cwd: string, env: object) =>
    (await runCommand(program, args, { env: { PATH, ...env }, cwd })).stdout
  stage = {
    team,
    places,
    own: () => undefined,
    async runSandboxed(order) {
      const answer = await composeSandbox(built.programs, order)
      if (answer.kind !== 'sandboxed') throw new Error(answer.why)
      return run(answer.command, outside, {})
    },
  }
  const ways = ATTEMPTS.check.filter(isTried)
  const probe = ['/bin/bash', '-c', composeProbe(ways, places)] as const
  const cwd = places['NEIGHBOUR'] ?? ''
  bare = await tellReached(ways, places, () => run(probe, cwd, { SECRET_OF_THE_PERSON: 'hush' }))
})
afterAll(async () => {
  abstract.close()
  await listener[Symbol.asyncDispose]()
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** One row for each attempt from each place: whether it would have been seen, and whether it got there. */
const table: {
  readonly place: string
  readonly attempt: string
  readonly isSeen: boolean
  readonly isReached: boolean
}[] = []
function note(
  place: string,
  attempts: readonly { readonly name: string }[],
  seen: readonly string[],
  reached: readonly string[],
): void {
  for (const { name } of attempts)
    table.push({ place, attempt: name, isSeen: seen.includes(name), isReached: reached.includes(name) })
}

test('[O6] without a sandbox the script reaches all that it can be tried with', () => {
  const tried = ATTEMPTS.check.filter(isTried).map(({ name }) => name)
  expect(tried.filter((name) => !bare.includes(name))).toEqual([])
})

describe('[O6] [P7] [S5] nothing is reached from', () => {
  test.each(PLACES)('a %s', async (place) => {
    const reached = await tryFrom(place, stage)
    note(place, ATTEMPTS[place], bare, reached)
    expect(reached).toEqual([])
  })

  test('[S6] a page', async () => {
    const server = { ...team.cmux, url: `http://127.0.0.1:${team.cmux.port}` }
    const reached = await tryFromPage(server)
    const seen = await tryAsItself(server)
    note('page', PAGE_ATTEMPTS, seen, reached)
    const unseen = PAGE_ATTEMPTS.map(({ name }) => name).filter((name) => !seen.includes(name))
    expect({ reached, unseen }).toEqual({ reached: [], unseen: [] })
  })

  test('any of the six, in more than a hundred attempts that would have been seen', () => {
    const counted = table.filter(({ isSeen, isReached }) => isSeen && !isReached)
    expect(new Set(counted.map(({ place }) => place))).toEqual(new Set([...PLACES, 'page']))
    expect(counted.length).toBeGreaterThanOrEqual(ATTEMPTS_MIN)
  })
})
