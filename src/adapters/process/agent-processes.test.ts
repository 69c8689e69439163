import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { makeAgentProcesses } from './agent-processes.ts'

const { isAlive } = makeAgentProcesses()
const HOUR_MS = 3_600_000

test('[A2] a process is the agent’s when it began at the agent’s start, not when it has its number since', () => {
  const beganMs = Date.now() - process.uptime() * 1000
  const at = (ms: number) => isAlive(process.pid, timestampFromMs(ms))
  expect([at(beganMs), at(beganMs - HOUR_MS), isAlive(process.pid, null)]).toEqual([true, false, true])
})

test('[A2] what has ended and only waits to be counted is not alive', async () => {
  // The program that takes the shell's place knows nothing of the child it got, and never asks for it.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    await expect.poll(() => isAlive(Number(said.toString()), null)).toBe(false)
    expect(isAlive(Number(parent.pid), null)).toBe(true)
  } finally {
    parent.kill('SIGKILL')
  }
})
