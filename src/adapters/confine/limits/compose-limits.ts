// How a command is kept to the limits of a sandbox: what is done before bubblewrap starts, and what first thing inside. Pure.
import type { LimitsInForce, SandboxLimits } from '../../../core/confinement/sandbox-limits.ts'
import type { Prelude } from '../open-descriptors.ts'

const KB = 1024

/** When memory runs out, what is in a sandbox goes before the server. Between ordinary (0) and first of all (1000). */
const OOM_SCORE = 500

export interface ComposedLimits {
  readonly outside: Prelude
  /** Words of bash. */
  readonly inside: string
}

/** `groups`: of the kernel's, which it is to join. */
export const composeLimits = (
  limits: SandboxLimits,
  inForce: LimitsInForce,
  groups: readonly string[],
): ComposedLimits => ({ outside: composePrelude(groups), inside: composeInner(limits, inForce) })

/** The shell that becomes bubblewrap joins the groups itself: tmux is its parent, and that is in none of ours. */
function composePrelude(groups: readonly string[]): Prelude {
  const joins = groups.map((_, index) => ` echo $$ > "$${index + 1}"/cgroup.procs;`)
  return {
    script: `{ echo ${OOM_SCORE} > /proc/self/oom_score_adj;${joins.join('')} } 2>/dev/null`,
    args: groups,
  }
}

/** Words of bash, before anything else inside: limits of each process, which its children inherit and nobody there can raise. */
function composeInner(limits: SandboxLimits, { memory }: LimitsInForce): string {
  const words = [
    `-f ${Math.ceil(limits.fileBytes / KB)}`,
    `-u ${limits.processes}`,
    ...(memory === 'process' ? [`-d ${Math.ceil(limits.memoryBytes / KB)}`] : []),
  ]
  // One that is lower already stays.
  return words.map((word) => `ulimit ${word} 2>/dev/null; `).join('')
}
