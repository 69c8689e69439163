// What keeps a sandbox to its limits on this machine. Pure.
import type { LimitsInForce } from '../../../core/confinement/sandbox-limits.ts'
import type { Cgroup } from './cgroup.ts'

/** For root the kernel counts no processes of a user. What a process reserves counts as its memory, so only who asks for it has that. */
export function tellLimits(
  groups: readonly Cgroup[],
  { isRoot, isMemoryAsked }: { readonly isRoot: boolean; readonly isMemoryAsked: boolean },
): LimitsInForce {
  const counts = (file: string) => groups.some(({ values }) => file in values)
  return {
    processes: counts('pids.max') ? 'group' : isRoot ? 'none' : 'process',
    memory: counts('memory.max') ? 'group' : isMemoryAsked ? 'process' : 'none',
  }
}
