// The machine as the tools of macOS tell it.
import { cpus, totalmem } from 'node:os'
import type { MachineSight } from '../../core/metrics/machine-eyes.ts'
import { sumFamilies } from '../../core/metrics/sum-families.ts'
import { runProgram } from '../process/run-program.ts'
import { parsePs } from './parse-ps.ts'
import { parseVmStat } from './parse-vm-stat.ts'

const TOOL_LIMIT_MS = 5000

export async function lookAtDarwin(roots: readonly number[]): Promise<Omit<MachineSight, 'disk'>> {
  const vmStat = await runProgram('vm_stat', [], TOOL_LIMIT_MS)
  const ps = roots.length === 0 ? '' : (await runProgram('ps', PS_ARGS, TOOL_LIMIT_MS)).stdout
  return {
    cpu: sumProcessors(),
    memory: parseVmStat(vmStat.stdout, totalmem()),
    families: sumFamilies(parsePs(ps), roots),
  }
}

const PS_ARGS = ['-axo', 'pid=,ppid=,rss=,time=']

function sumProcessors(): MachineSight['cpu'] {
  const times = cpus().map((processor) => processor.times)
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0)
  const busyMs = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0)
  return { busyMs, allMs: busyMs + idleMs }
}
