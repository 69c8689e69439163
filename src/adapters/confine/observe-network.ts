// Looks at what decides whether agents can have a network of their own here: programs, a device, and a try of each tool.
import { access, constants } from 'node:fs/promises'
import type { NetworkFacts } from '../../core/confinement/diagnose-network.ts'
import type { PackageManager } from '../../core/confinement/diagnose-sandbox.ts'
import type { NetworkTool } from '../../core/confinement/network.ts'
import { findProgram } from '../process/find-program.ts'
import { runProgram } from '../process/run-program.ts'
import { composeOwnNetwork } from './compose-own-network.ts'

const TRY_LIMIT_MS = 30_000
const COMPLAINT_MAX_CHARS = 200
const NEEDED = ['bash', 'ip', 'ss', 'unshare', 'nsenter', 'setsid']
const TOOLS: readonly NetworkTool[] = ['pasta', 'slirp4netns']
const TUN = '/dev/net/tun'

export interface NetworkPlace {
  readonly path: string
  readonly isRoot: boolean
  readonly packageManager: PackageManager | null
  readonly container: string | null
}

export async function observeNetwork(place: NetworkPlace): Promise<NetworkFacts> {
  const { path, isRoot, packageManager, container } = place
  const missing = NEEDED.filter((name) => findProgram(name, path) === undefined)
  const tried: { tool: NetworkTool; complaint: string | null }[] = []
  for (const tool of TOOLS) {
    const isDone = missing.length > 0 || tried.some(({ complaint }) => complaint === null)
    if (!isDone && findProgram(tool, path)) tried.push({ tool, complaint: await tryTool(tool, place) })
  }
  return { isRoot, packageManager, container, missing, tun: await observeTun(), tried }
}

/** What it complained about; null when it works. */
async function tryTool(tool: NetworkTool, { path, isRoot }: NetworkPlace): Promise<string | null> {
  const bash = findProgram('bash', path) ?? 'bash'
  const order = { bash, tool, isRoot, ports: [], blocked: [], command: ['true'], isTried: true } as const
  const [program, ...args] = composeOwnNetwork(order)
  try {
    const { code, stderr } = await runProgram(program, args, TRY_LIMIT_MS, { cwd: '/', env: { PATH: path } })
    return code === 0 ? null : pickComplaint(stderr) || `it ended with ${code}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** pasta says at each line that there is no system log, where there is none. */
function pickComplaint(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line !== '' && !/ to syslog$|^cmux: /.test(line))
  return lines.join('; ').slice(0, COMPLAINT_MAX_CHARS)
}

async function observeTun(): Promise<NetworkFacts['tun']> {
  try {
    await access(TUN, constants.R_OK | constants.W_OK)
    return 'usable'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? 'forbidden' : 'missing'
  }
}
