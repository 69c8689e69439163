// Which process a number means: pids are used again, so a pid alone proves nothing. Also tells a zombie from the living.
import { readIfThere } from '../files/read-if-there.ts'
import { runProgram } from '../process/run-program.ts'

const PS_LIMIT_MS = 2000

/** The same text as long as the same process lives; undefined when none does. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid)
}

async function readProc(pid: number): Promise<string | undefined> {
  const [stat, boot] = await Promise.all([readStat(pid), readIfThere('/proc/sys/kernel/random/boot_id')])
  // The name of the program stands in brackets and may hold anything; state and start time follow.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields?.[0] === undefined || 'ZX'.includes(fields[0])) return undefined
  return `${boot?.trim() ?? ''}/${pid}/${fields[19] ?? ''}`
}

async function readStat(pid: number): Promise<string | undefined> {
  try {
    return await readIfThere(`/proc/${pid}/stat`)
  } catch (error) {
    // Gone between opening and reading.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined
    throw error
  }
}

async function askPs(pid: number): Promise<string | undefined> {
  const { stdout } = await runProgram('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], PS_LIMIT_MS)
  const [state = '', ...started] = stdout.trim().split(/\s+/)
  return state === '' || state.startsWith('Z') ? undefined : `${pid}/${started.join(' ')}`
}
