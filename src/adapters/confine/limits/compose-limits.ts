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

/** `joins`: files of the kernel's groups, by which it joins them. */
export const composeLimits = (
  limits: SandboxLimits,
  inForce: LimitsInForce,
  joins: readonly string[],
): ComposedLimits => ({ outside: composePrelude(joins), inside: composeInner(limits, inForce) })

/** The shell that becomes bubblewrap joins the groups itself: tmux is its parent, and that is in none of ours. */
function composePrelude(joins: readonly string[]): Prelude {
  const steps = joins.map((_, index) => ` echo 0 > "$${index + 1}";`)
  return {
    script: `{ echo ${OOM_SCORE} > /proc/self/oom_score_adj;${steps.join('')} } 2>/dev/null`,
    args: joins,
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
