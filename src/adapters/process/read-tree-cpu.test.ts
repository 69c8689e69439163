import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { readTreeCpu } from './read-tree-cpu.ts'

/** A shell that runs it, as a tool does. */
async function startTool(script: string): Promise<number> {
  const child = spawn('sh', ['-c', `"${process.execPath}" -e '${script}'; true`], { detached: true })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

const LONG = { timeout: 20_000 }

const isLinux = process.platform === 'linux'
// oxlint-disable-next-line no-console -- somebody has to know that it was not run
if (!isLinux) console.warn('NOT RUN: processor time of a tree, since only Linux tells it')

test.runIf(isLinux)(
  '[L2] what works is told from what sleeps by the processor time of the tree, and what began before does not count',
  async () => {
    const beganMs = Date.now()
    const busy = await startTool('console.log(1); for (;;);')
    const asleep = await startTool('console.log(1); setTimeout(() => 0, 3600000)')
    const before = readTreeCpu(asleep, beganMs) ?? 0
    const first = readTreeCpu(busy, beganMs) ?? 0
    await expect.poll(() => readTreeCpu(busy, beganMs), LONG).toBeGreaterThan(first + 200)
    expect((readTreeCpu(asleep, beganMs) ?? 0) - before).toBeLessThan(100)
    expect(readTreeCpu(busy, Date.now() + 60_000)).toBe(0)
  },
)
