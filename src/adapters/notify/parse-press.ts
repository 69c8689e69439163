// What Slack says of a pressed button, as far as we need it; anything else is no press of ours. Pure.
import { z } from 'zod'
import type { Press } from '../../core/notices/answer-press.ts'
import { PRESS_ACTIONS } from './slack-message.ts'

const Payload = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string().max(50) }),
  response_url: z.url().optional(),
  actions: z.tuple([
    z.object({ action_id: z.enum(['cmux_approve', 'cmux_deny']), value: z.string().max(2000) }),
  ]),
})

const Value = z.strictObject({ id: z.string().max(100), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

export interface HeardPress {
  readonly press: Press
  /** Where to answer who pressed it. */
  readonly replyUrl: string | undefined
}

export function parsePress(payload: unknown): HeardPress | undefined {
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) return undefined
  const [action] = parsed.data.actions
  const value = Value.safeParse(parseJson(action.value))
  if (!value.success) return undefined
  const { id: approval, sha256 } = value.data
  const press = { user: parsed.data.user.id, verdict: PRESS_ACTIONS[action.action_id], approval, sha256 }
  return { press, replyUrl: parsed.data.response_url }
}

/** The form in which Slack posts it. */
export function parsePressForm(body: Buffer): HeardPress | undefined {
  return parsePress(parseJson(new URLSearchParams(body.toString('utf8')).get('payload') ?? ''))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // which no schema takes
  }
}
