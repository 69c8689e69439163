// The machine as /proc tells it.
import { readdir, readFile } from 'node:fs/promises'
import type { MachineSight } from '../../core/metrics/machine-eyes.ts'
import { listFamilies, sumFamilies } from '../../core/metrics/sum-families.ts'
import { parseMeminfo, parseProcessStat, parseProcStat, parseResident } from './parse-proc.ts'

export async function lookAtLinux(roots: readonly number[]): Promise<Omit<MachineSight, 'disk'>> {
  const [stat, meminfo] = await Promise.all(
    ['stat', 'meminfo'].map((name) => readFile(`/proc/${name}`, 'utf8')),
  )
  return {
    cpu: parseProcStat(stat ?? ''),
    memory: parseMeminfo(meminfo ?? ''),
    families: await lookAtFamilies(roots),
  }
}

/** Memory is read only of those that count. */
async function lookAtFamilies(roots: readonly number[]): Promise<MachineSight['families']> {
  if (roots.length === 0) return new Map()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const read = await Promise.all(pids.map(async (pid) => parseProcessStat(await readIfAlive(pid, 'stat'))))
  const members = [
    ...listFamilies(
      read.filter((one) => one !== undefined),
      roots,
    ).values(),
  ].flat()
  const lines = await Promise.all(
    members.map(async ({ pid, parent, cpuMs }) => {
      const memoryBytes = parseResident(await readIfAlive(String(pid), 'status'))
      return { pid, parent, cpuMs, memoryBytes }
    }),
  )
  return sumFamilies(lines, roots)
}

/** Nothing of one that ended while we looked. */
function readIfAlive(pid: string, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
}
