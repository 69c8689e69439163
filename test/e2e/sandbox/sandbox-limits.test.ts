// Programs in a sandbox that went wild: they meet their limits, and the server and its other agents go on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCgroups } from '../../../src/adapters/confine/limits/cgroup.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { spawnScriptAgent, type ScriptAgent } from '../../fixtures/walls/script-agent.ts'

const NO_LIMITS = { memoryBytes: 0, isMemoryAsked: false, processes: 0, fileBytes: 0, emptyBytes: 0 }
const LIMITS = { memoryMb: 1024, processes: 60, fileSizeMb: 10 }

/** Whether processes are counted here: for root the kernel does so only in a group. */
const isCounted =
  process.getuid?.() !== 0 ||
  (await findCgroups({ proc: '/proc', mounted: '/sys/fs/cgroup' }, NO_LIMITS)).length > 0
// oxlint-disable-next-line no-console
if (!isCounted) console.warn('NOT RUN: a fork bomb, since this machine has no cgroup for root to make')

let built: BuiltCmux
let team: AgentTeam
let wild: ScriptAgent
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'limits', { agents: { confine: { limits: LIMITS } } })
  wild = await spawnScriptAgent(team, 'wild', {})
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** Whether a program gets so much. */
const take = async (mb: number) => (await wild.run(`perl -e 'my $x = "x" x (${mb} << 20)'`)).code

/** The server that led before still does, and starts agents. */
async function goesOn(leader: number, name: string): Promise<void> {
  expect((await team.cmux.family()).leader).toBe(leader)
  await team.spawn(name)
  await team.becomes(name, 'idle')
}

test.runIf(isCounted)('[O6] [P8] a fork bomb fills its own sandbox, and nothing else', async () => {
  const { json } = await team.ask('GET', '/api/status')
  expect(json).toMatchObject({
    sandbox: { limits: expect.stringMatching(/^processes by (a cgroup|rlimit), memory by/) },
  })
  const { leader } = await team.cmux.family()
  const bomb =
    'my $n = 0; while ($n < 500 && defined(my $p = fork)) { if (!$p) { sleep 5; exit } $n++ } print $n'
  const { output } = await wild.run(`perl -e '${bomb}'`)
  expect(Number(output)).toBeGreaterThan(20)
  expect(Number(output)).toBeLessThan(LIMITS.processes)
  await goesOn(leader, 'after-forks')
})

test('[O6] [P8] a program that takes all memory is refused it, and so is one that fills the temp folder', async () => {
  const { leader } = await team.cmux.family()
  expect(await take(50)).toBe(0)
  expect(await take(2000)).not.toBe(0)
  for (const folder of ['/tmp', '/dev/shm', '$HOME']) {
    const fill = `cd ${folder} && for i in $(seq 60); do fallocate -l 9M planted-$i || break; done; rm planted-*; [ $i -lt 60 ]`
    expect(await wild.run(fill)).toMatchObject({ code: 0 })
  }
  await goesOn(leader, 'after-memory')
})

test('[O6] a file does not grow without end', async () => {
  const { output } = await wild.run('head -c 100M /dev/zero > big; stat -c %s big; rm big')
  expect(output.trim().split('\n').at(-1)).toBe(String(LIMITS.fileSizeMb * 1024 * 1024))
})

test('[O6] limits can not be raised from inside, and what is in a sandbox goes first when memory runs out', async () => {
  expect((await wild.run('ulimit -f unlimited')).code).not.toBe(0)
  expect((await wild.run('ls /sys/fs/cgroup')).code).not.toBe(0)
  expect((await wild.run('cat /proc/self/oom_score_adj')).output.trim()).toBe('500')
})
