// The sandbox of this machine as a finding of `doctor`, a row of `status` and a note after `up`.
import type { Finding } from '../../host/examine-machine.ts'
import type { SandboxStatus } from '../../protocol/agents/sandbox.ts'

/** Without one nothing of agents runs, unless a person has chosen that: then it is only a warning. */
export function describeSandbox({ mode, state, detail, hint, limits }: SandboxStatus): Finding {
  const what = 'sandbox'
  const works = 'bubblewrap works: agents run in a sandbox'
  if (state === 'works')
    return { what, state: 'ok', detail: limits === undefined ? works : `${works} (${limits})` }
  const fix = hint ?? 'set agents.confine.mode to required in config.json'
  if (state === 'off' || mode === 'auto')
    return { what, state: 'warn', detail: `agents run without a sandbox: ${detail}`, fix }
  return { what, state: 'fail', detail: `no agent starts: ${detail}`, fix }
}
