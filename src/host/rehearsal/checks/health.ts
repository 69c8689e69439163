// Does it say of itself that it is well, and that it is the release that was meant?
import { askJson } from '../ask.ts'
import type { Check } from '../stage.ts'

/** Parts with a check of their own. */
const ELSEWHERE = new Set(['frontend', 'tmux'])

interface Part {
  readonly status?: string
  readonly detail?: string
}

export const health: Check = {
  name: 'health',
  limit: 'checkMs',
  async run(stage) {
    const said = (await askJson(stage, 200, 'GET', '/api/webhooks/health')) as {
      readonly api?: string
      readonly release?: { readonly id?: string }
      readonly slow?: object
    }
    if (said.release?.id !== stage.release)
      throw new Error(`it says that it is release ${said.release?.id ?? 'unknown'}`)
    // A slow machine is no fault of the release.
    if (said.slow) return 'it says that this machine is slow, and which release it is'
    if (said.api !== 'healthy') throw new Error(`it says that it is ${said.api ?? 'nothing'}`)
    for (const [name, part] of Object.entries(said) as [string, Part | undefined][])
      if (!ELSEWHERE.has(name) && isUnwell(part))
        throw new Error(`${name} is ${part?.status}${part?.detail === undefined ? '' : ` (${part.detail})`}`)
    return 'it says that it is well, and which release it is'
  },
}

function isUnwell(part: Part | undefined): boolean {
  return typeof part === 'object' && part.status !== undefined && part.status !== 'healthy'
}
