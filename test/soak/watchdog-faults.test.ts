// The full product: every fault of every process and pair, in every moment of a cmux's life that differs.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProcesses, PROGRAMS } from '../../src/host/find-processes.ts'
import { signalProcess } from '../../src/host/signal-process.ts'
import { breakRelease } from '../fixtures/break-release.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { createToken, FAULTS, tokenIds, type Fault } from '../fixtures/faults.ts'
import { startGuarded, type Family, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { watchLead } from '../fixtures/lead-watch.ts'
import { startLoad } from '../fixtures/steady-load.ts'

const countServers = ({ home }: GuardedCmux) => findProcesses(home, [PROGRAMS.server]).length

interface Moment {
  readonly watchdog?: Record<string, unknown>
  /** Resolves in the middle of it. */
  begin(guarded: GuardedCmux, family: Family): Promise<Middle>
}

interface Middle {
  /** When the moment has ended. */
  readonly over: Promise<unknown>
  /** Who plays which part meanwhile, when it is not as before. */
  readonly family?: Family
}

const OVER: Middle = { over: Promise.resolve() }

/** A server opens one when it has loaded. */
const findDoors = ({ home }: GuardedCmux, watchdog: number) =>
  readdirSync(join(home, 'watchdog')).filter((name) => name.startsWith(`door-${watchdog}-`))

/** Without a standby, watchdog and leader are all there was: killed, the next command brings them back; stopped, a person does. */
function cureFor(moment: string, { signal, victims }: Fault, { port }: GuardedCmux): readonly string[][] {
  const isAllThereWas = moment.includes('standby') && victims.join() === 'leader,watchdog'
  if (!isAllThereWas) return []
  if (signal === 'SIGKILL') return [['status']]
  return [
    ['down', '--now'],
    ['up', '--no-open', '--port', String(port)],
  ]
}

const MOMENTS: Readonly<Record<string, Moment>> = {
  'at rest': { begin: () => Promise.resolve(OVER) },
  'in the middle of a planned swap': {
    async begin(guarded) {
      const over = guarded.run('restart')
      await expect.poll(() => countServers(guarded), { timeout: 20_000, interval: 5 }).toBeGreaterThan(2)
      return { over }
    },
  },
  'right after the standby was killed': {
    begin(_, { standby }) {
      process.kill(standby, 'SIGKILL')
      return Promise.resolve(OVER)
    },
  },
  'while safe mode is left': {
    watchdog: { safeRetrySec: 0.3 },
    async begin(guarded, { watchdog }) {
      const mend = breakRelease(guarded, 'process.exit(1)')
      const find = (program: string) => findProcesses(guarded.home, [program])
      await expect.poll(() => find(PROGRAMS.safe).length, { timeout: 30_000, interval: 5 }).toBe(1)
      const [leader] = find(PROGRAMS.safe)
      mend()
      await expect.poll(() => findDoors(guarded, watchdog).length, { timeout: 30_000, interval: 1 }).toBe(1)
      const [standby] = find(PROGRAMS.server)
      // A signal to no process in particular would meet us, too.
      if (leader === undefined || standby === undefined) throw new Error('nobody leaves safe mode')
      return { ...OVER, family: { watchdog, leader, standby } }
    },
  },
}

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

describe.each(Object.keys(MOMENTS))('%s', (moment) => {
  let guarded: GuardedCmux
  const kept: string[] = []

  beforeAll(async () => {
    guarded = await startGuarded(cmux, moment.replaceAll(' ', '-'), MOMENTS[moment]?.watchdog)
  })

  afterAll(() => guarded[Symbol.asyncDispose]())

  test.each(FAULTS)(
    '[P4] [P1] [H1] [H6] $signal of $victims is mended, loses nothing, and one leads at a time, once',
    async (fault) => {
      const before = await guarded.family()
      const lead = watchLead(guarded)
      const load = startLoad(guarded, { clients: 4 })
      const { over, family = before } = (await MOMENTS[moment]?.begin(guarded, before)) ?? OVER
      const pids = fault.victims.map((victim) => family[victim])
      for (const pid of pids) signalProcess(pid, fault.signal)
      const cure = cureFor(moment, fault, guarded)
      for (const command of cure) expect(await guarded.run(...command)).toMatchObject({ code: 0 })
      await expect
        .poll(() => pids.filter((pid) => findProcesses(guarded.home).includes(pid)), { timeout: 60_000 })
        .toEqual([])
      await over
      await guarded.family()
      const counts = await load.end()
      expect(cure.length > 0 ? 0 : (counts['ECONNREFUSED'] ?? 0)).toBe(0)
      kept.push(await createToken(guarded))
      expect(await tokenIds(guarded)).toEqual(expect.arrayContaining(kept))
      expect(await lead.end()).toEqual([])
    },
  )
})
