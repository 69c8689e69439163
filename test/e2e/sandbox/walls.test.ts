// What an agent inside of its walls can't do, and what it can. Each way out is first seen to work without walls.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { ORDINARY_WORK } from '../../fixtures/walls/ordinary-work.ts'
import { spawnScriptAgent, type ScriptAgent } from '../../fixtures/walls/script-agent.ts'
import {
  furnishPerson,
  makeWallPlaces,
  readTrace,
  type WallPlaces,
} from '../../fixtures/walls/wall-places.ts'
import { afterCanary, WAYS_OUT, type WayOut } from '../../fixtures/walls/ways-out.ts'

const isRoot = process.getuid?.() === 0
/** A user whom the system has no name for has none inside either. */
const WORK = ORDINARY_WORK.filter(([name]) => name !== 'who am I' || isNamed())

interface Tester extends ScriptAgent {
  readonly places: WallPlaces
}

let built: BuiltCmux
let team: AgentTeam
let walled: Tester
let free: Tester

beforeAll(async () => {
  built = await buildCmux()
  const outside = built.folder
  const person = furnishPerson(join(outside, 'person'))
  team = await startTeam(built, 'walls', { environment: { HOME: person, SECRET_OF_THE_PERSON: 'hush' } })
  const { path: project } = makeRepository(join(outside, 'site'))
  await team.ask('POST', '/api/projects', { path: project })
  const shared = await makeWallPlaces(team, { person, project, outside })
  const spawn = async (name: string, sandbox: boolean): Promise<Tester> => {
    const places = { ...shared, CMUX_AGENT_NAME: name }
    return { ...(await spawnScriptAgent(team, name, places, { sandbox })), places }
  }
  ;[walled, free] = await Promise.all([spawn('walt', true), spawn('fred', false)])
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

function isTried({ openly }: WayOut): boolean {
  return openly === 'works' || (openly === 'works for root' && isRoot)
}

/** Whether it got out: by what it says itself, or by what it has left outside. That is put back as it was. */
async function getsOut({ run, places }: Tester, { script, trace }: WayOut): Promise<boolean> {
  if (trace === undefined) return (await run(script)).code === 0
  const { path, text: before } = readTrace(trace, places)
  await run(script)
  const { text: after } = readTrace(trace, places)
  if (after === before) return false
  if (before === undefined) rmSync(path)
  else writeFileSync(path, before)
  return true
}

describe('[O6] [P7] an agent inside of its walls', () => {
  test('is known to be confined, and the other one to be not, with the reason', async () => {
    expect(await team.show('walt')).toMatchObject({ confined: true, unconfined: null })
    expect(await team.show('fred')).toMatchObject({
      confined: false,
      unconfined: 'spawned with --no-sandbox',
    })
  })

  test('is told to do harm only where a harmless canary was refused before', async () => {
    const harm = afterCanary('touch "$OUTSIDE/harmed" && exit 3')
    const harmed = join(built.folder, 'harmed')
    expect(await free.run(harm)).toMatchObject({ code: 0 })
    expect(existsSync(harmed)).toBe(false)
    // The script itself is run in the sandbox, where it has a folder of that name to itself.
    expect(await walled.run(`mkdir -p "$OUTSIDE"; ${harm}`)).toMatchObject({ code: 3 })
    expect(existsSync(harmed)).toBe(false)
    const harmful = WAYS_OUT.filter(({ openly }) => openly === 'not tried')
    expect(harmful.filter(({ script }) => !script.startsWith(afterCanary('')))).toEqual([])
  })

  test.each(WAYS_OUT)('does not get at: $name', async (way) => {
    const openly = isTried(way) ? await getsOut(free, way) : 'not tried'
    const walls = await getsOut(walled, way)
    expect({ openly, walls }).toEqual({ openly: isTried(way) || 'not tried', walls: false })
  })

  test.each(WORK)('can still: %s', async (_, script) => {
    expect(await walled.run(script)).toMatchObject({ code: 0 })
  })
})

function isNamed(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false // no row of this user in the system's list
  }
}
