// Can the release use the tmux of this machine?
import { spawnSync } from 'node:child_process'
import { askJson } from '../ask.ts'
import type { Check } from '../stage.ts'

const LOOK_LIMIT_MS = 2000

export const tmux: Check = {
  name: 'tmux',
  limit: 'checkMs',
  async run(stage) {
    if (spawnSync('tmux', ['-V'], { timeout: LOOK_LIMIT_MS }).status !== 0)
      return { notTried: 'there is no tmux on this machine' }
    const said = (await askJson(stage, 200, 'GET', '/api/webhooks/health')) as {
      readonly tmux?: { readonly status?: string; readonly detail?: string }
    }
    const { status = 'nothing', detail = '' } = said.tmux ?? {}
    if (status !== 'healthy') throw new Error(`it says of tmux: ${status} ${detail}`.trim())
    return `it can use ${detail || 'tmux'}`
  },
}
