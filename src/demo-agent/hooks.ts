// Tells cmux what happens and brings its answer, with the payloads that Claude Code's hooks have. Without an address of cmux
// there is nobody to tell.
import { askServer } from '../hook/ask-server.ts'
import type { HookAnswer } from '../hook/gate.ts'
import { makeRequestId } from '../hook/make-request-id.ts'

export interface Hooks {
  tell(event: string, fields: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<HookAnswer>
}

export interface HookSettings {
  readonly address: URL | undefined
  readonly tokenFile: string
  readonly gateMs: number
}

/** `common` is what every payload says, as of the moment. */
export function makeHooks(settings: HookSettings, common: () => Readonly<Record<string, unknown>>): Hooks {
  const { address, tokenFile, gateMs } = settings
  return {
    async tell(event, fields, signal) {
      if (!address) return {}
      const body = JSON.stringify({ ...common(), hook_event_name: event, ...fields })
      const request = { address, tokenFile, runtime: 'demo', event, body, requestId: makeRequestId() }
      return askServer(request, { gateMs, ...(signal && { signal }) })
    },
  }
}
