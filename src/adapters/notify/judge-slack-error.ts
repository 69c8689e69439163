// What an error of Slack's means for a notice. Only codes are said on: messages of libraries may hold more than is good.
import type { SendOutcome } from '../../core/notices/notifier.ts'

/** These say that this message will never be taken, or that there is nothing left to change. */
const FINAL: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_arguments',
  'msg_too_long',
  'msg_blocks_too_long',
  'no_text',
  'metadata_too_large',
])
const GONE: ReadonlySet<string> = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed'])

interface SlackFault {
  readonly code?: unknown
  readonly data?: { readonly error?: unknown }
  readonly retryAfter?: unknown
  readonly statusCode?: unknown
}

export function judgeSlackError(error: unknown): SendOutcome {
  const { code, data, retryAfter, statusCode } = (error ?? {}) as SlackFault
  if (typeof retryAfter === 'number')
    return { kind: 'later', why: 'Slack asks to wait', afterMs: retryAfter * 1000 }
  if (typeof data?.error === 'string') {
    if (GONE.has(data.error)) return { kind: 'delivered' }
    return { kind: FINAL.has(data.error) ? 'refused' : 'later', why: `Slack says ${data.error}` }
  }
  if (typeof statusCode === 'number') return { kind: 'later', why: `Slack answered ${statusCode}` }
  return { kind: 'later', why: `Slack does not answer (${typeof code === 'string' ? code : 'no reason'})` }
}
