// The ways out of an agent's sandbox, tried from every other place where code runs that may be an agent's: a supervisor, a check of a
// change, a build and a rehearsal. All rows in one script a place; the same script reaches them where there is no sandbox.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { composeSandbox } from '../../src/host/compose-sandbox.ts'
import type { Change, ChangeView } from '../../src/protocol/change.ts'
import { startTeam, type AgentTeam } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { listenOnLoopback, type Listener } from '../fixtures/reach-out.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { composeProbe, tellReached } from '../fixtures/walls/probe.ts'
import { spawnScriptAgent } from '../fixtures/walls/script-agent.ts'
import { furnishPerson, makeWallPlaces, type WallPlaces } from '../fixtures/walls/wall-places.ts'
import { WAYS_OUT, type WayOut } from '../fixtures/walls/ways-out.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
const ATTEMPTS_MIN = 120
const isRoot = process.getuid?.() === 0
const isTried = ({ openly }: WayOut) => openly === 'works' || (openly === 'works for root' && isRoot)
const works = (name: string, script: string): WayOut => ({ name, script, openly: 'works' })

/** What a project's main branch and this machine's services would be reached by. */
const MORE: readonly WayOut[] = [
  works("the project's branches by git", 'git -C "$PROJECT" update-ref refs/heads/planted-by-git HEAD'),
  works("the project's settings by git", 'git -C "$PROJECT" config planted.by git'),
  works("the project's history by git", 'git -C "$PROJECT" log -1 main'),
  works('main, by a push', 'git push -q "$PROJECT" "$(git rev-parse HEAD)":refs/heads/planted-by-push'),
  works("a service on the host's loopback", 'exec 3<>"/dev/tcp/127.0.0.1/$LISTENER"'),
  works('an abstract socket', 'grep -q "@$ABSTRACT" /proc/net/unix'),
]
/** For who has nothing to say to cmux. */
const NO_API: readonly WayOut[] = [works('the API of cmux', 'exec 3<>"/dev/tcp/127.0.0.1/$API"')]
/** These are about the terminal that only an agent has. */
const NEEDS_TERMINAL = /TIOC/
/** Git goes first: other rows leave files in the repository that it then stumbles over. */
const WAYS = [...MORE, ...WAYS_OUT.filter(({ name }) => !NEEDS_TERMINAL.test(name))]

let built: BuiltCmux
let team: AgentTeam
let listener: Listener
let places: WallPlaces
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
  places = { ...(await makeWallPlaces(team, { person, project, outside })), ...more }
  const ways = [...WAYS, ...NO_API].filter(isTried)
  const cwd = places['NEIGHBOUR']
  bare = await tellReached(ways, places, () =>
    runProbe(['/bin/bash'], ways, { SECRET_OF_THE_PERSON: 'hush' }, cwd),
  )
})
afterAll(async () => {
  abstract.close()
  await listener[Symbol.asyncDispose]()
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** `command` is a shell, wherever that runs; the script comes as its last word. */
async function runProbe(
  command: readonly [string, ...string[]],
  ways: readonly WayOut[],
  more: Readonly<Record<string, string>> = {},
  cwd = built.folder,
): Promise<string> {
  const [program, ...args] = command
  const env = { PATH: process.env['PATH'] ?? '', ...more }
  const words = args.length === 0 ? ['-c', composeProbe(ways, places)] : args
  return (await runCommand(program, words, { env, cwd })).stdout
}

const counted = new Map<string, number>()
/** An attempt counts when the same script got there without a sandbox. */
const count = (place: string, ways: readonly WayOut[]) =>
  void counted.set(place, ways.filter(({ name }) => bare.includes(name)).length)

test('[O6] without a sandbox the script reaches all that it can be tried with', () => {
  const tried = [...WAYS, ...NO_API].filter(isTried).map(({ name }) => name)
  expect(tried.filter((name) => !bare.includes(name))).toEqual([])
})

describe('[O6] [P7] [S5] nothing is reached from', () => {
  test('a supervisor', async () => {
    const boss = await spawnScriptAgent(team, 'boss', {}, { role: 'supervisor', project: 'site' })
    const reached = await tellReached(
      WAYS,
      places,
      async () => (await boss.run(composeProbe(WAYS, places))).output,
    )
    expect(reached).toEqual([])
    count('supervisor', WAYS)
  })

  test('a check of a change', async () => {
    const ways = [...WAYS, ...NO_API]
    const rules = { checks: [{ name: 'test', run: 'bash probe.sh' }] }
    const files = {
      'a.txt': 'one\n',
      'cmux.json': JSON.stringify(rules),
      'probe.sh': composeProbe(ways, places),
    }
    const { path } = makeRepository(join(built.folder, 'shop'), files)
    await team.ask('POST', '/api/projects', { path })
    const reached = await tellReached(ways, places, async () => {
      const changes = [{ file: 'a.txt', type: 'modify', content: 'two\n' }]
      const body = { project: 'shop', description: 'better', changes }
      const { id } = (await team.ask('POST', '/api/improvements', body)).json as Change
      await team.ask('POST', `/api/improvements/${id}/execute`, {})
      await vi.waitFor(async () => {
        const { state } = (await team.ask('GET', `/api/improvements/${id}`)).json as ChangeView
        expect(state).toBe('refused')
      }, LIMIT)
      const { json } = await team.ask('GET', `/api/improvements/${id}/output?check=test&from=0`)
      return (json as { text: string }).text
    })
    expect(reached).toEqual([])
    count('check', ways)
  })

  test.each(['build', 'rehearsal'] as const)('a %s', async (kind) => {
    const ways = [...WAYS, ...NO_API]
    const { home } = team.cmux
    const folder = join(home, `probe-${kind}`)
    const tree = join(folder, 'tree')
    mkdirSync(tree, { recursive: true })
    writeFileSync(join(folder, 'probe.sh'), composeProbe(ways, places))
    const command = ['/bin/bash', join(folder, 'probe.sh')] as const
    const installed = join(home, 'cache', 'dependencies')
    const order =
      kind === 'build'
        ? { kind, home, place: { folder, tree, installed, command } }
        : { kind, home, place: { folder, command } }
    const answer = await composeSandbox(built.programs, order)
    if (answer.kind !== 'sandboxed') throw new Error(answer.why)
    expect(await tellReached(ways, places, () => runProbe(answer.command, ways))).toEqual([])
    count(kind, ways)
  })

  test('any of them, in more than a hundred attempts that would have been seen', () => {
    expect([...counted.keys()]).toEqual(['supervisor', 'check', 'build', 'rehearsal'])
    const attempts = [...counted.values()].reduce((sum, each) => sum + each, 0)
    expect(attempts).toBeGreaterThanOrEqual(ATTEMPTS_MIN)
  })
})
