// What this machine and the settings say about sandboxes besides what they show.
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { BubblewrapOptions } from '../adapters/confine/bubblewrap.ts'
import type { SandboxLimits } from '../core/confinement/sandbox-limits.ts'
import type { Config } from '../protocol/config.ts'

const MB = 1024 * 1024
/** One sandbox may need nearly all of a machine, for a large build; the rest keeps the server and the system alive. */
const MEMORY_SHARE = 0.8
/** Of that: the temp folder, the home and others are memory, each of its own. */
const EMPTY_SHARE = 0.25

type Machine = Pick<BubblewrapOptions, 'platform' | 'user' | 'folder' | 'limits' | 'cgroups'>

export function bubblewrapOptions(config: Config, home: string): Machine {
  return {
    platform: process.platform,
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    folder: join(home, 'sandbox'),
    limits: limitsOf(config.agents.confine.limits, totalmem()),
    cgroups: { proc: '/proc', mounted: '/sys/fs/cgroup' },
  }
}

function limitsOf(
  { memoryMb, processes, fileSizeMb }: Config['agents']['confine']['limits'],
  machineBytes: number,
): SandboxLimits {
  const memoryBytes = memoryMb === 'auto' ? Math.floor(machineBytes * MEMORY_SHARE) : memoryMb * MB
  return {
    memoryBytes,
    isMemoryAsked: memoryMb !== 'auto',
    processes,
    fileBytes: fileSizeMb * MB,
    emptyBytes: Math.floor(memoryBytes * EMPTY_SHARE),
  }
}
